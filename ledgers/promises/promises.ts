// What the product promises on any ledger, tried with real servers and wallets on a network of several nodes.
import assert from 'node:assert/strict'
import { AccountNumber } from '@connex/protocol'
import type { TxHash } from '@connex/protocol'
import { createSession, walletOf } from '../../sdk/src/client/client.ts'
import type { Client } from '../../sdk/src/client/client.ts'
import { createMemoryJournal } from '../../sdk/src/client/journal.ts'
import { resumeTransactions } from '../../sdk/src/ledger/resumeTransactions.ts'
import type { Progress, SendOptions } from '../../sdk/src/ledger/transaction.ts'
import { configureAccount } from '../../sdk/src/registries/assets.ts'
import { confirmAsRegistrar, confirmTransfer } from '../../sdk/src/transfers/confirmTransfer.ts'
import { createFopTransfer } from '../../sdk/src/transfers/createTransfer.ts'
import { getTransfer } from '../../sdk/src/transfers/queries.ts'
import { openRegistry } from '../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture, TestRegistry } from '../../testkit/src/fixtures/platform.ts'
import { until } from '../../testkit/src/machine.ts'
import type { Network } from './network.ts'

export type World = { network: Network; platform: PlatformFixture; bond: TestRegistry; next: number }

type Promised = { name: string; prove: (world: World) => Promise<void> }

const MANY = 200
/** Slow ledgers need their time. */
const WAIT_MS = 300_000

export const openWorld = async (network: Network, platform: PlatformFixture): Promise<World> => ({
  network,
  platform,
  bond: await openRegistry(platform, 'DE000A1EWWW0', 1_000_000n),
  next: 3000,
})

export const promises: readonly Promised[] = [
  {
    name: 'a transfer free of payment is created, confirmed and settled',
    async prove(world) {
      const { deliveryId } = await deliver(world, 100n)
      const { baltic, registrar } = world.platform.clients
      await confirmTransfer(
        baltic,
        { deliveryId, accounts: { receive: world.bond.baltic } },
        { waitMs: WAIT_MS },
      )
      await confirmAsRegistrar(registrar, deliveryId, { waitMs: WAIT_MS })
      assert.equal((await getTransfer(world.platform.clients.alpen, deliveryId)).state, 'SETTLED')
    },
  },
  {
    name: 'a refusal of the contracts has its sentence, and nothing is signed',
    async prove(world) {
      await assert.rejects(deliver(world, 10_000_000n), {
        code: 'QuantityNotAvailable',
        message: 'Insufficient funds in selected account.',
      })
    },
  },
  {
    name: `${MANY} transactions that one wallet sends at once are in blocks, each once`,
    async prove(world) {
      const client = device(world)
      const before = await latestNonce(world, client)
      const sent = await Promise.all(
        Array.from({ length: MANY }, () =>
          open(world, client, { dryRun: false, until: 'mined', gas: 1_000_000n }),
        ),
      )
      assert.equal(new Set(sent.map(({ txHash }) => txHash)).size, MANY)
      assert.equal(await latestNonce(world, client), before + MANY)
    },
  },
  ...[1, 3, 7].map((depth) => ({
    name: `a transaction that a chain reorg of ${depth} takes back is in a block again`,
    prove: (world: World) => takeBack(world, depth),
  })),
  {
    name: 'a transaction that ends with the pool of a killed node is published again',
    async prove(world) {
      const { network } = world
      const client = device(world)
      const before = await latestNonce(world, client)
      await network.consensus.pause()
      const published = Promise.withResolvers<TxHash>()
      const left = new AbortController()
      const onProgress = (progress: Progress): void => {
        if (progress.step !== 'published') return
        published.resolve(progress.txHash)
        left.abort(new Error('The program ended.'))
      }
      await open(world, client, { onProgress, signal: left.signal, dryRun: false }).catch(() => undefined)
      const txHash = await published.promise
      await network.kill(0)
      await network.kill(1)
      await network.restart(0)
      await network.restart(1)
      network.consensus.resume()
      const resumed = await resumeTransactions({ ...client, session: createSession() }, { waitMs: WAIT_MS })
      assert.deepEqual(
        resumed.map((one) => [one.txHash, one.outcome]),
        [[txHash, 'mined']],
      )
      assert.equal(await latestNonce(world, client), before + 1)
    },
  },
  {
    name: 'the server goes on at another node while its own is down',
    async prove(world) {
      await world.network.kill(0)
      try {
        const { txHash } = await open(world, device(world), { waitMs: WAIT_MS })
        assert.match(txHash, /^0x/)
      } finally {
        await world.network.restart(0)
      }
      await open(world, device(world), { waitMs: WAIT_MS })
    },
  },
]

const deliver = ({ bond, platform }: World, quantity: bigint) =>
  createFopTransfer(
    platform.clients.alpen,
    {
      ...bond.asset(bond.alpen, quantity),
      direction: 'DELIVER',
      counterpartyAddr: platform.tenants.baltic,
      description: 'Collateral',
    },
    { waitMs: WAIT_MS },
  )

/** The registrar's wallet on a device of its own. */
const device = ({ platform }: World): Client => ({
  ...platform.clients.registrar,
  session: createSession(),
  journal: createMemoryJournal(),
})

/** Opens another account of Alpenbank's: something that the registrar can always do. */
function open(world: World, client: Client, options: SendOptions = {}) {
  world.next += 1
  const { registryManagerAddr, tenants } = world.platform
  const account = AccountNumber.parse(String(world.next))
  return configureAccount(
    client,
    { registryManagerAddr, ownerAddr: tenants.alpen, account },
    { waitMs: WAIT_MS, ...options },
  )
}

const latestNonce = async ({ network }: World, { signer }: Client): Promise<number> =>
  Number(await network.rpc('eth_getTransactionCount', signer?.address, 'latest'))

/** The third node gets no blocks, makes a longer chain without the transaction, and all follow it. */
async function takeBack(world: World, depth: number): Promise<void> {
  const { network } = world
  const { consensus } = network
  const client = device(world)
  consensus.cutOff(2)
  const { number } = consensus.head()
  const { txHash } = await open(world, client)
  const [stored] = await client.journal.read(walletOf(client))
  assert.equal(stored?.txHash, txHash)
  await until('the blocks to take back', async () => consensus.head().number >= number + depth, WAIT_MS)
  await consensus.pause()
  await consensus.overtake(2)
  assert.equal(await network.rpc('eth_getTransactionReceipt', txHash), null)
  consensus.resume()
  const [resumed] = await resumeTransactions({ ...client, session: createSession() }, { waitMs: WAIT_MS })
  // A node may have put it into a block before anybody looked.
  assert.equal(resumed?.outcome ?? 'mined', 'mined')
  const receipt = await until(
    'the receipt',
    async () =>
      ((await network.rpc('eth_getTransactionReceipt', txHash)) as { status: string } | null) ?? undefined,
    WAIT_MS,
  )
  assert.equal(receipt.status, '0x1')
}
