// Transactions on their way into a block: their price, their order, and many at once.
import assert from 'node:assert/strict'
import { BlockNumber, TxHash, ZERO_BYTES32 } from '@connex/protocol'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Client } from '../../sdk/src/client/client.ts'
import { call } from '../../sdk/src/http/call.ts'
import { createInstrument, expireInstrument } from '../../sdk/src/instruments/instruments.ts'
import { resumeTransactions } from '../../sdk/src/ledger/resumeTransactions.ts'
import { send } from '../../sdk/src/ledger/send.ts'
import type { LedgerCall, Progress, Sent } from '../../sdk/src/ledger/transaction.ts'
import { until } from '../../testkit/src/machine.ts'
import type { Promised } from './promise.ts'
import {
  WAIT_MS,
  device,
  latestNonce,
  openAccount,
  openedIn,
  publishAccount,
  receiptOf,
  storedBy,
  withoutBlocks,
} from './world.ts'
import type { World } from './world.ts'

const MANY = 200

type Mined = { gasPrice: string; nonce: string }

const transactionOf = async ({ network }: World, txHash: TxHash): Promise<Mined> =>
  (await network.rpc('eth_getTransactionByHash', txHash)) as Mined

export const sending: readonly Promised[] = [
  {
    name: 'a transaction pays the price that the server names',
    async prove(world) {
      const { txHash } = await openAccount(world, device(world))
      assert.equal(BigInt((await transactionOf(world, txHash)).gasPrice), world.network.gasPrice)
    },
  },
  { name: 'a user who can hardly pay any more is refunded before the transaction', prove: refund },
  { name: 'a second action may build on a first that no block has yet', prove: buildOnPool },
  {
    name: `${MANY} transactions that one wallet sends at once are in blocks, each once`,
    prove: sendMany,
  },
  {
    name: 'two devices of one wallet take turns, and neither replaces what the other has sent',
    prove: (world) =>
      withoutBlocks(world, async (resume) => {
        const devices = [device(world), device(world)] as const
        const before = await latestNonce(world, devices[0])
        const hashes: TxHash[] = []
        for (const index of [0, 1, 0, 1] as const) hashes.push(await publishAccount(world, devices[index]))
        await resume()
        const resumed = await Promise.all(devices.map((one) => resumeTransactions(one, { waitMs: WAIT_MS })))
        assert.deepEqual(
          resumed.flat().map(({ outcome }) => outcome),
          ['mined', 'mined', 'mined', 'mined'],
        )
        const nonces = await Promise.all(hashes.map((txHash) => transactionOf(world, txHash)))
        assert.deepEqual(
          nonces.map(({ nonce }) => Number(nonce) - before),
          [0, 1, 2, 3],
        )
      }),
  },
]

async function sendMany(world: World): Promise<void> {
  const client = device(world)
  const before = await latestNonce(world, client)
  const sends = Array.from({ length: MANY }, () =>
    openAccount(world, client, { dryRun: false, until: 'mined', gas: 1_000_000n, waitMs: 120_000 }),
  )
  const ended = await Promise.allSettled(sends)
  // What a pool has lost would be in the way of all that follows.
  if (ended.some(({ status }) => status === 'rejected')) await resumeTransactions(client, { waitMs: WAIT_MS })
  const sent = await Promise.all(sends)
  assert.equal(new Set(sent.map(({ txHash }) => txHash)).size, MANY)
  assert.equal(await latestNonce(world, client), before + MANY)
}

async function refund(world: World): Promise<void> {
  const { network } = world
  const { platform } = openedIn(world)
  const { registrar } = platform.clients
  const threshold = BigInt((await call(registrar, 'platform')).refundThreshold)
  await spendAllBut(world, threshold / 2n)
  const steps: Progress[] = []
  await openAccount(world, device(world), { onProgress: (progress) => steps.push(progress) })
  assert.equal(steps[0]?.step, 'refunded')
  const balance = BigInt(String(await network.rpc('eth_getBalance', registrar.signer?.address, 'latest')))
  assert.ok(balance > threshold)
}

/** The registrar's user gives the rest away. */
async function spendAllBut(world: World, left: bigint): Promise<void> {
  const { chainId, gasPrice, rpc } = world.network
  const { keys } = openedIn(world).platform
  const account = privateKeyToAccount(keys.registrar)
  const balance = BigInt(String(await rpc('eth_getBalance', account.address, 'latest')))
  const gas = 21_000n
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(await rpc('eth_getTransactionCount', account.address, 'latest')),
    gas,
    gasPrice,
    to: privateKeyToAccount(keys.alpen).address,
    value: balance - gas * gasPrice - left,
  })
  await rpc('eth_sendRawTransaction', raw)
  const txHash = TxHash.parse(keccak256(raw))
  await until('the block', async () => (await receiptOf(world, txHash)) ?? undefined, WAIT_MS)
}

/** Creates an instrument, and lets it expire before a block has it. */
async function buildOnPool(world: World): Promise<void> {
  const { issuer } = openedIn(world).platform.clients
  const { calls, instrumentId } = await collectBond(issuer)
  await withoutBlocks(world, async (resume) => {
    const inPool = Promise.withResolvers<void>()
    const first = send(issuer, calls, {
      waitMs: WAIT_MS,
      onProgress: ({ step }) => step === 'published' && inPool.resolve(),
    })
    await inPool.promise
    await expireInstrument(issuer, { instrumentId }, { dryRun: 'only' })
    const second = expireInstrument(issuer, { instrumentId }, { waitMs: WAIT_MS })
    await until('both in the journal', async () => (await storedBy(issuer)).length >= 2)
    await resume()
    const [created, expired] = await Promise.all([first, second])
    assert.ok(expired.block >= created.block)
  })
}

async function collectBond(issuer: Client) {
  const calls: LedgerCall[] = []
  const sendBy = async (collected: readonly LedgerCall[]): Promise<Sent> => {
    calls.push(...collected)
    return { txHash: TxHash.parse(ZERO_BYTES32), block: BlockNumber.parse(0) }
  }
  const bond = { instrumentType: 'BOND', identifierType: 'ISIN', identifier: 'GB0002634946' } as const
  const details = { label: 'Bond', description: 'A bond that expires at once' }
  const { instrumentId } = await createInstrument(issuer, { ...bond, decimals: 0, details }, { sendBy })
  return { calls, instrumentId }
}
