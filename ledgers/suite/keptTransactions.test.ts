// Wallets on ledgers whose clients answer differently about the pool: what is signed comes into a block, once.
import { AccountNumber, BlockNumber, TxHash, ZERO_BYTES32 } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession, walletOf } from '../../sdk/src/client/client.ts'
import type { Client } from '../../sdk/src/client/client.ts'
import { createMemoryJournal } from '../../sdk/src/client/journal.ts'
import { createInstrument, expireInstrument } from '../../sdk/src/instruments/instruments.ts'
import { resumeTransactions } from '../../sdk/src/ledger/resumeTransactions.ts'
import { send } from '../../sdk/src/ledger/send.ts'
import type { LedgerCall, Progress, SendOptions, Sent } from '../../sdk/src/ledger/transaction.ts'
import { configureAccount } from '../../sdk/src/registries/assets.ts'
import { startPlatformFixture } from '../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../testkit/src/fixtures/platform.ts'
import {
  besuNonces,
  hiddenPool,
  pendingIsLatest,
  pendingNonceIsLatest,
  refusedPendingCalls,
} from '../shims/pending.ts'
import { startShimmedLedger } from '../shims/startShimmedLedger.ts'
import type { Shim } from '../shims/startShimmedLedger.ts'

const LEDGERS: readonly (readonly [string, readonly Shim[]])[] = [
  ['anvil itself', []],
  ['Besu’s nonces and pending state', [besuNonces, pendingIsLatest]],
  ['no pending state and no pending nonce', [pendingNonceIsLatest, pendingIsLatest]],
  ['a pool that hides its transactions', [hiddenPool]],
  ['a hidden pool and refused pending calls', [hiddenPool, refusedPendingCalls]],
]

describe.each(LEDGERS)('on a ledger with %s', (_name, shims) => {
  let world: PlatformFixture
  let next = 1
  beforeAll(async () => {
    world = await startPlatformFixture({ proxyOf: (rpcUrl) => startShimmedLedger(rpcUrl, shims) })
  })
  afterAll(() => world?.close())

  /** The same wallet on another device. */
  const device = (fetch = world.clients.registrar.fetch): Client => ({
    ...world.clients.registrar,
    session: createSession(),
    journal: createMemoryJournal(),
    fetch,
  })
  /** The same device, after its line was mended or its program restarted. */
  const restarted = (client: Client): Client => ({ ...client, session: createSession(), fetch })

  const open = (client: Client, options: SendOptions = {}) =>
    configureAccount(
      client,
      {
        registryManagerAddr: world.registryManagerAddr,
        ownerAddr: world.tenants.alpen,
        account: AccountNumber.parse(String(next++)),
      },
      options,
    )

  /** A line that breaks before the server has the transaction. */
  const brokenLine: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname.endsWith('/publish-raw-tx')) throw new TypeError('the line broke')
    return fetch(input, init)
  }

  /** Resolves with the hash once it is published; the block is not waited for. */
  async function publish(client: Client): Promise<TxHash> {
    const published = Promise.withResolvers<TxHash>()
    const leave = new AbortController()
    const onProgress = (progress: Progress) => {
      if (progress.step === 'published') {
        published.resolve(progress.txHash)
        leave.abort(new Error('the program ended'))
      }
    }
    await open(client, { onProgress, signal: leave.signal, dryRun: false }).catch(published.reject)
    return published.promise
  }

  const storedBy = (client: Client) => client.journal.read(walletOf(client))
  const latest = async () =>
    Number(await world.rpc('eth_getTransactionCount', world.clients.registrar.signer?.address, 'latest'))
  const nonceOf = async ({ txHash }: Pick<Sent, 'txHash'>) =>
    Number(((await world.rpc('eth_getTransactionByHash', txHash)) as { nonce: string }).nonce)

  /** Blocks come only every now and then, and only while the work is waiting for one. */
  async function withoutBlocks<Result>(work: (mine: () => void) => Promise<Result>): Promise<Result> {
    await world.rpc('evm_setAutomine', false)
    let mining: NodeJS.Timeout | undefined
    try {
      return await work(() => {
        mining ??= setInterval(() => void world.rpc('evm_mine'), 200)
      })
    } finally {
      clearInterval(mining)
      await world.rpc('evm_setAutomine', true)
      await world.rpc('evm_mine')
    }
  }

  test('what the line lost is published again, and nothing waits behind it forever', async () => {
    await withoutBlocks(async (mine) => {
      const before = await latest()
      const broken = device(brokenLine)
      await expect(open(broken)).rejects.toMatchObject({ code: 'keptForLater' })
      const again = restarted(broken)
      const others = [await publish(again), await publish(again)]
      const resuming = resumeTransactions(again)
      mine()
      const resumed = await resuming
      expect(resumed.map(({ outcome }) => outcome)).toEqual(['mined', 'mined', 'mined'])
      expect(resumed.slice(1).map(({ txHash }) => txHash)).toEqual(others)
      expect(await latest()).toBe(before + 3)
      expect(await storedBy(again)).toEqual([])
    })
  })

  test('what waits in the pool is neither dropped nor reported as replaced', async () => {
    await withoutBlocks(async (mine) => {
      const closed = device()
      const txHash = await publish(closed)
      const again = restarted(closed)
      await expect(resumeTransactions(again, { waitMs: 1500 })).rejects.toMatchObject({ code: 'notMined' })
      expect(await storedBy(again)).toMatchObject([{ txHash }])
      const resuming = resumeTransactions(again)
      mine()
      expect(await resuming).toMatchObject([{ txHash, outcome: 'mined' }])
    })
  })

  test('a gap before a transaction in the pool is filled by the next one', async () => {
    await withoutBlocks(async (mine) => {
      const before = await latest()
      const broken = device(brokenLine)
      await expect(open(broken)).rejects.toMatchObject({ code: 'keptForLater' })
      const again = restarted(broken)
      const later = await publish(again)
      // The first is lost: a storage that was cleared in part.
      await again.journal.write(walletOf(again), (await storedBy(again)).slice(1))
      const filling = open(again)
      mine()
      expect(await nonceOf(await filling)).toBe(before)
      expect(await resumeTransactions(again)).toMatchObject([{ txHash: later, outcome: 'mined' }])
      expect(await latest()).toBe(before + 2)
    })
  })

  test('two devices take turns without replacing each other’s transactions', async () => {
    await withoutBlocks(async (mine) => {
      const before = await latest()
      const devices = [device(), device()]
      const hashes: TxHash[] = []
      for (const index of [0, 1, 0, 1]) hashes.push(await publish(devices[index] ?? device()))
      mine()
      const resumed = (await Promise.all(devices.map((one) => resumeTransactions(one)))).flat()
      expect(resumed.map(({ outcome }) => outcome)).toEqual(['mined', 'mined', 'mined', 'mined'])
      const nonces = await Promise.all(hashes.map((txHash) => nonceOf({ txHash })))
      expect(nonces).toEqual([before, before + 1, before + 2, before + 3])
    })
  })

  test('a transaction is replaced only once a block has another one of its nonce', async () => {
    const broken = device(brokenLine)
    await expect(open(broken)).rejects.toMatchObject({ code: 'keptForLater' })
    await open(device())
    const again = restarted(broken)
    expect(await resumeTransactions(again)).toMatchObject([{ outcome: 'replaced' }])
    expect(await storedBy(again)).toEqual([])
  })

  test('a second action may build on a first that no block has yet', async () => {
    const { issuer } = world.clients
    const calls: LedgerCall[] = []
    const sendBy = async (collected: readonly LedgerCall[]): Promise<Sent> => {
      calls.push(...collected)
      return { txHash: TxHash.parse(ZERO_BYTES32), block: BlockNumber.parse(0) }
    }
    const bond = { instrumentType: 'BOND', identifierType: 'ISIN', identifier: 'DE000A1EWWW0' } as const
    const { instrumentId } = await createInstrument(
      issuer,
      { ...bond, decimals: 0, details: { label: 'Bond', description: 'A bond that expires at once' } },
      { sendBy },
    )
    await withoutBlocks(async (mine) => {
      const inPool = Promise.withResolvers<void>()
      const first = send(issuer, calls, {
        onProgress: ({ step }) => step === 'published' && inPool.resolve(),
      })
      await inPool.promise
      const steps: Progress[] = []
      const onProgress = (progress: Progress) => steps.push(progress)
      await expireInstrument(issuer, { instrumentId }, { dryRun: 'only', onProgress })
      const isChecked = !shims.some((shim) => shim === pendingIsLatest || shim === refusedPendingCalls)
      expect(steps).toMatchObject([{ step: 'simulated', isChecked }])
      const second = expireInstrument(issuer, { instrumentId })
      await expect.poll(() => storedBy(issuer)).toHaveLength(2)
      mine()
      const [created, expired] = await Promise.all([first, second])
      expect(expired.block).toBeGreaterThanOrEqual(created.block)
    })
  })
})
