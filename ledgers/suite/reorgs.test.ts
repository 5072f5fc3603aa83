// Ledgers whose blocks are not final at once: what a chain reorg takes back is published again, and its user learns it.
import { AccountNumber } from '@connex/protocol'
import type { TxHash } from '@connex/protocol'
import { toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSession, walletOf } from '../../sdk/src/client/client.ts'
import type { Client } from '../../sdk/src/client/client.ts'
import { createMemoryJournal } from '../../sdk/src/client/journal.ts'
import { call } from '../../sdk/src/http/call.ts'
import { createInstrument, expireInstrument } from '../../sdk/src/instruments/instruments.ts'
import { republishTakenBack, resumeTransactions } from '../../sdk/src/ledger/resumeTransactions.ts'
import type { Progress, SendOptions } from '../../sdk/src/ledger/transaction.ts'
import { configureAccount } from '../../sdk/src/registries/assets.ts'
import { listRegistryAccounts } from '../../sdk/src/registries/queries.ts'
import { logout } from '../../sdk/src/session/session.ts'
import { startPlatformFixture } from '../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../testkit/src/fixtures/platform.ts'

const CONFIRMATIONS = 8

let world: PlatformFixture
let next = 1
beforeAll(async () => {
  world = await startPlatformFixture({ environment: { CONFIRMATIONS: String(CONFIRMATIONS) } })
})
afterAll(() => world?.close())
beforeEach(() => mine(1))

/** The registrar's wallet on a device of its own. */
const device = (): Client => ({
  ...world.clients.registrar,
  session: createSession(),
  journal: createMemoryJournal(),
})

const accountOf = (index: number) => AccountNumber.parse(String(index))

/** Opens another account of Alpenbank's: something that the registrar can always do. */
const open = (client: Client, options: SendOptions = {}, account = next++) =>
  configureAccount(
    client,
    {
      registryManagerAddr: world.registryManagerAddr,
      ownerAddr: world.tenants.alpen,
      account: accountOf(account),
    },
    options,
  )

const isOpen = async (account: number): Promise<boolean> => {
  const { items } = await listRegistryAccounts(world.clients.registrar, {
    tenantAddr: world.tenants.alpen,
    itemsPerPage: 100,
  })
  return items.some((one) => one.accountNum === accountOf(account))
}

const mine = async (count: number): Promise<void> => {
  await world.rpc('anvil_mine', `0x${count.toString(16)}`)
  await untilFollowed()
}

/** Until the index is at the ledger's own head. */
async function untilFollowed(): Promise<void> {
  const head = Number(await world.rpc('eth_blockNumber'))
  await expect
    .poll(async () => (await call(world.clients.registrar, 'syncStatus')).indexedBlock, { timeout: 10_000 })
    .toBe(head)
}

/** Takes these blocks back, and makes as many others and one more; `raws` come into the first of them. */
async function reorg(depth: number, raws: readonly string[] = []): Promise<void> {
  await world.rpc(
    'anvil_reorg',
    depth,
    raws.map((raw) => [raw, 0]),
  )
  await mine(1)
}

const storedBy = (client: Client) => client.journal.read(walletOf(client))
const receiptOf = async (txHash: TxHash) =>
  (await world.rpc('eth_getTransactionReceipt', txHash)) as { blockNumber: string; status: string } | null

function watch() {
  const steps: Progress['step'][] = []
  return { steps, onProgress: ({ step }: Progress) => void steps.push(step) }
}

test('a transaction stays in the journal until its block is final', async () => {
  const client = device()
  const { txHash, block } = await open(client)
  expect(await storedBy(client)).toMatchObject([{ txHash, block }])
  await mine(CONFIRMATIONS - 2)
  expect(await republishTakenBack(client)).toEqual([])
  expect(await storedBy(client)).toMatchObject([{ txHash, block }])
  await mine(2)
  expect(await republishTakenBack(client)).toEqual([])
  expect(await storedBy(client)).toEqual([])
})

test('what is in a block but not final is neither reported after a restart nor in the way of the next', async () => {
  const client = device()
  await open(client)
  expect(await resumeTransactions(client)).toEqual([])
  const { steps, onProgress } = watch()
  await open(client, { dryRun: 'only', onProgress })
  expect(steps).toEqual(['simulated'])
  await open(client)
  expect(await storedBy(client)).toHaveLength(2)
})

test('a logout forgets what no block has, and not what a chain reorg may take back', async () => {
  const client = device()
  const { txHash } = await open(client)
  await logout(client)
  expect(await storedBy(client)).toMatchObject([{ txHash }])
})

describe.each([1, 3, 7])('a chain reorg of %i blocks', (depth) => {
  test('takes back a transaction, which is published again, once, and reported', async () => {
    const client = device()
    const account = next
    const { txHash, block } = await open(client)
    await mine(depth - 1)
    expect(await isOpen(account)).toBe(true)
    await reorg(depth)
    expect(await receiptOf(txHash)).toBeNull()
    expect(await isOpen(account)).toBe(false)

    const seen: Progress[] = []
    const onProgress = (progress: Progress) => void seen.push(progress)
    const resumed = await republishTakenBack(client, { onProgress })
    expect(resumed).toMatchObject([{ txHash, outcome: 'mined', wasTakenBack: true }])
    expect(seen.map(({ step }) => step)).toEqual(['takenBack', 'mined', 'indexed'])
    expect(seen[0]).toMatchObject({ txHash, block })
    expect(await isOpen(account)).toBe(true)
    expect(await storedBy(client)).toMatchObject([{ txHash }])
    expect(await republishTakenBack(client)).toEqual([])
  })

  test('that has the transaction in another block is not worth a word', async () => {
    const client = device()
    const { txHash } = await open(client)
    const [stored] = await storedBy(client)
    await mine(depth - 1)
    await reorg(depth, [stored?.raw ?? ''])
    expect(await receiptOf(txHash)).not.toBeNull()
    const { steps, onProgress } = watch()
    expect(await republishTakenBack(client, { onProgress })).toEqual([])
    expect(steps).toEqual([])
    const receipt = await receiptOf(txHash)
    expect(await storedBy(client)).toMatchObject([{ txHash, block: Number(receipt?.blockNumber) }])
  })

  test('while a program is not running is made good by its next start', async () => {
    const client = device()
    const { txHash } = await open(client)
    await mine(depth - 1)
    await reorg(depth)
    const restarted: Client = { ...client, session: createSession() }
    expect(await resumeTransactions(restarted)).toMatchObject([
      { txHash, outcome: 'mined', wasTakenBack: true },
    ])
    expect((await receiptOf(txHash))?.status).toBe('0x1')
  })
})

test('several that one chain reorg takes back come into blocks again in the order of their nonces', async () => {
  const client = device()
  const accounts = [next, next + 1, next + 2]
  const sent = [await open(client), await open(client), await open(client)]
  await reorg(3)
  const resumed = await republishTakenBack(client)
  expect(resumed.map(({ txHash }) => txHash)).toEqual(sent.map(({ txHash }) => txHash))
  expect(await Promise.all(accounts.map(isOpen))).toEqual([true, true, true])
})

test('a refund that a chain reorg takes back comes again before the transaction that it pays', async () => {
  const client = device()
  const { refundThreshold } = await call(client, 'platform')
  const balance = toHex(BigInt(refundThreshold) - 1n)
  await world.rpc('anvil_setBalance', client.signer?.address, balance)
  const account = next
  const seen: Progress[] = []
  const { txHash } = await open(client, { onProgress: (progress) => void seen.push(progress) })
  const refund = seen.find(({ step }) => step === 'refunded')
  expect(await storedBy(client)).toMatchObject([
    { txHash: refund && 'txHash' in refund && refund.txHash },
    { txHash },
  ])
  await reorg(2)
  expect(await isOpen(account)).toBe(false)
  const resumed = await republishTakenBack(client)
  expect(resumed.map((one) => [one.outcome, one.wasTakenBack])).toEqual([
    ['mined', true],
    ['mined', true],
  ])
  expect(await isOpen(account)).toBe(true)
})

test('the next transaction takes no nonce of one that was taken back', async () => {
  const client = device()
  const first = await open(client)
  await reorg(1)
  const second = await open(client)
  expect(second.txHash).not.toBe(first.txHash)
  await resumeTransactions(client)
  expect((await receiptOf(first.txHash))?.status).toBe('0x1')
  expect((await receiptOf(second.txHash))?.status).toBe('0x1')
})

test('a block that is taken back before the index has read it leaves no transaction behind', async () => {
  const client = device()
  const { steps, onProgress } = watch()
  const account = next
  const { txHash } = await open(client, {
    onProgress: (progress) => {
      onProgress(progress)
      // Only the first block is taken back.
      if (steps.filter((step) => step === 'mined').length === 1 && progress.step === 'mined') void reorg(1)
    },
  })
  expect(steps.at(-1)).toBe('indexed')
  expect((await receiptOf(txHash))?.status).toBe('0x1')
  await untilFollowed()
  expect(await isOpen(account)).toBe(true)
})

test('who waits for finality learns of the chain reorg, and ends with the final block', async () => {
  const client = device()
  const { steps, onProgress } = watch()
  const sending = open(client, { until: 'final', onProgress })
  await expect.poll(() => steps.at(-1)).toBe('indexed')
  await reorg(1)
  await mine(CONFIRMATIONS)
  await expect.poll(() => steps.filter((step) => step === 'mined').length, { timeout: 10_000 }).toBe(2)
  await mine(CONFIRMATIONS)
  const { txHash, block } = await sending
  expect(steps.slice(-5)).toEqual(['indexed', 'takenBack', 'mined', 'indexed', 'final'])
  expect(block).toBe(Number((await receiptOf(txHash))?.blockNumber))
  expect(await storedBy(client)).toEqual([])
})

test('a transaction whose place another one takes after the chain reorg is reported as replaced', async () => {
  const client = device()
  const { txHash } = await open(client)
  await reorg(1)
  await open(device())
  expect(await republishTakenBack(client)).toMatchObject([
    { txHash, outcome: 'replaced', wasTakenBack: true },
  ])
  expect(await storedBy(client)).toEqual([])
})

test('a transaction that the ledger refuses after the chain reorg is reported as refused', async () => {
  const issuer = (): Client => ({
    ...world.clients.issuer,
    session: createSession(),
    journal: createMemoryJournal(),
  })
  const bond = (identifier: string) =>
    ({
      instrumentType: 'BOND',
      identifierType: 'ISIN',
      identifier,
      decimals: 0,
      details: { label: 'Bond', description: 'A bond that a chain reorg takes back' },
    }) as const
  const client = issuer()
  const { instrumentId } = await createInstrument(client, bond('DE000A1EWWW0'))
  const { txHash } = await expireInstrument(client, { instrumentId })
  await reorg(2)
  // The first is lost: a storage that was cleared in part. Another device takes its nonce.
  await client.journal.write(walletOf(client), (await storedBy(client)).slice(1))
  await createInstrument(issuer(), bond('US0378331005'))
  expect(await republishTakenBack(client)).toMatchObject([{ txHash, outcome: 'refused', wasTakenBack: true }])
  expect(await storedBy(client)).toEqual([])
})

test('a ledger that says itself what is final is believed', async () => {
  const finalized = await startPlatformFixture({ environment: { CONFIRMATIONS: 'finalized' } })
  try {
    const client = { ...finalized.clients.registrar, journal: createMemoryJournal() }
    const account = { registryManagerAddr: finalized.registryManagerAddr, ownerAddr: finalized.tenants.alpen }
    const seen = Promise.withResolvers<void>()
    const { steps, onProgress } = watch()
    const sending = configureAccount(
      client,
      { ...account, account: accountOf(1) },
      {
        until: 'final',
        onProgress: (progress) => {
          onProgress(progress)
          if (progress.step === 'indexed') seen.resolve()
        },
      },
    )
    await seen.promise
    const read = async () => (await call(client, 'syncStatus')).finalBlock
    const block = Number(await finalized.rpc('eth_blockNumber'))
    expect(await read()).toBeLessThan(block)
    // Anvil's epochs have 32 blocks, and two make finality.
    await finalized.rpc('anvil_mine', '0x60')
    await sending
    expect(steps.at(-1)).toBe('final')
    expect(await read()).toBeGreaterThanOrEqual(block)
    expect(await client.journal.read(walletOf(client))).toEqual([])
  } finally {
    await finalized.close()
  }
})
