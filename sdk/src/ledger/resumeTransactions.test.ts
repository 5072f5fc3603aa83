// What was signed when a tab was closed or a line broke, on the real server and the real ledger.
import { AccountNumber } from '@connex/protocol'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import type { Client } from '../client/client.ts'
import { call } from '../http/call.ts'
import { logout } from '../session/session.ts'
import { configureAccount } from '../registries/assets.ts'
import { createSession, walletOf } from '../client/client.ts'
import { createBrowserJournal } from '../client/browserJournal.ts'
import type { SendOptions } from './transaction.ts'
import { resumeTransactions } from './resumeTransactions.ts'

let world: PlatformFixture
let next = 1
beforeAll(async () => {
  world = await startPlatformFixture()
})
afterAll(() => world?.close())

const anvil = (method: string, ...params: unknown[]) => world.rpc(method, ...params)

/** Opens another account of Alpenbank's: something that the registrar can always do. */
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

/** One browser: its tabs share a storage and locks, and nothing else. */
function openBrowser() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  const tab = (fetch = world.clients.registrar.fetch): Client => ({
    ...world.clients.registrar,
    session: createSession(),
    journal: createBrowserJournal({ storage, locks: navigator.locks }),
    fetch,
  })
  return { tab, items }
}

const pathOf = (input: Parameters<typeof fetch>[0]) =>
  new URL(input instanceof Request ? input.url : input).pathname

/** A line that breaks where something is published, before the server has it or after. */
const brokenLine =
  (at: 'before' | 'after'): typeof fetch =>
  async (input, init) => {
    if (!pathOf(input).endsWith('/publish-raw-tx')) return fetch(input, init)
    if (at === 'after') await fetch(input, init)
    throw new TypeError('the line broke')
  }

const nonceOf = async (client: Client) => (await call(client, 'account')).nonce
const storedBy = (client: Client) => client.journal.read(walletOf(client))

test('if the server cannot be reached, the transaction is stored, and its user is warned not to repeat it', async () => {
  const { tab } = openBrowser()
  const broken = tab(brokenLine('before'))
  const before = await nonceOf(broken)
  await expect(open(broken)).rejects.toMatchObject({
    code: 'keptForLater',
    message:
      'The transaction is signed, but we could not confirm that the ledger received it. It will be published again: do not repeat it.',
  })
  expect(await nonceOf(broken)).toBe(before)
  await expect(resumeTransactions(broken)).rejects.toMatchObject({ code: 'keptForLater' })
  expect(await storedBy(broken)).toHaveLength(1)

  const again = tab()
  expect(await resumeTransactions(again)).toMatchObject([{ outcome: 'mined' }])
  expect(await nonceOf(again)).toBe(before + 1)
  expect(await storedBy(again)).toEqual([])
})

test('what had reached the ledger when the line broke is not made twice', async () => {
  const { tab } = openBrowser()
  const before = await nonceOf(tab())
  await open(tab(brokenLine('after')))
  expect(await nonceOf(tab())).toBe(before + 1)
  expect(await resumeTransactions(tab())).toEqual([])
})

test('a tab that was closed while it waited for the block is gone on with by the next', async () => {
  const { tab } = openBrowser()
  await anvil('evm_setAutomine', false)
  const closed = new AbortController()
  const first = open(tab(), {
    signal: closed.signal,
    onProgress: ({ step }) => step === 'published' && closed.abort(new Error('closed')),
  })
  await expect(first).rejects.toThrow('closed')
  const resuming = resumeTransactions(tab())
  await anvil('evm_setAutomine', true)
  await anvil('evm_mine')
  expect(await resuming).toMatchObject([{ outcome: 'mined' }])
})

test('what the pool loses is published again while its user waits for the block', async () => {
  const { tab } = openBrowser()
  await anvil('evm_setAutomine', false)
  const lost = Promise.withResolvers<unknown>()
  const opened = open(tab(), {
    onProgress: (progress) =>
      progress.step === 'published' && lost.resolve(anvil('anvil_dropTransaction', progress.txHash)),
  })
  expect(await lost.promise).not.toBeNull()
  const inPool = async () => Number(((await anvil('txpool_status')) as { pending: string }).pending)
  expect(await inPool()).toBe(0)
  await expect.poll(inPool, { timeout: 20_000, interval: 200 }).toBe(1)
  await anvil('evm_setAutomine', true)
  await anvil('evm_mine')
  expect((await opened).block).toBeGreaterThan(0)
})

test('a ledger that becomes unreachable while a stored transaction is published again has not refused it', async () => {
  const { tab } = openBrowser()
  const before = await nonceOf(tab())
  await expect(open(tab(brokenLine('before')))).rejects.toMatchObject({ code: 'keptForLater' })
  const failed = { code: 'ledgerFailed', title: 'Error', status: 500, detail: 'Blockchain returned an error' }
  let isAway = false
  const away = tab(async (input, init) => {
    isAway ||= pathOf(input).endsWith('/publish-raw-tx')
    const response = await fetch(input, init)
    const headers = { 'content-type': 'application/problem+json' }
    return isAway ? new Response(JSON.stringify(failed), { status: 500, headers }) : response
  })
  await expect(resumeTransactions(away)).rejects.toMatchObject({ code: 'keptForLater' })
  expect(await storedBy(tab())).toHaveLength(1)
  expect(await resumeTransactions(tab())).toMatchObject([{ outcome: 'mined' }])
  expect(await nonceOf(tab())).toBe(before + 1)
})

test('a transaction that the wallet’s coins do not pay for is not forgotten', async () => {
  const { tab } = openBrowser()
  const address = world.clients.registrar.signer?.address
  const before = await nonceOf(tab())
  await expect(open(tab(brokenLine('before')))).rejects.toMatchObject({ code: 'keptForLater' })
  const balance = await anvil('eth_getBalance', address, 'latest')
  await anvil('anvil_setBalance', address, '0x0')
  await expect(resumeTransactions(tab())).rejects.toMatchObject({ code: 'balanceTooLow' })
  expect(await storedBy(tab())).toHaveLength(1)
  await anvil('anvil_setBalance', address, balance)
  expect(await resumeTransactions(tab())).toMatchObject([{ outcome: 'mined' }])
  expect(await nonceOf(tab())).toBe(before + 1)
})

test('a transaction that another device has overtaken is reported as replaced, and removed', async () => {
  const { tab } = openBrowser()
  await expect(open(tab(brokenLine('before')))).rejects.toMatchObject({ code: 'keptForLater' })
  await open(world.clients.registrar)
  const again = tab()
  expect(await resumeTransactions(again)).toMatchObject([{ outcome: 'replaced' }])
  expect(await storedBy(again)).toEqual([])
})

test('the next transaction fills a gap before a stored one, and both come into blocks', async () => {
  const { tab } = openBrowser()
  const broken = tab(brokenLine('before'))
  const before = await nonceOf(broken)
  await expect(open(broken)).rejects.toMatchObject({ code: 'keptForLater' })
  await expect(open(broken)).rejects.toMatchObject({ code: 'keptForLater' })
  const stored = await storedBy(broken)
  expect(stored.map(({ nonce }) => nonce)).toEqual([before, before + 1])
  // The first is lost: a storage that was cleared in part.
  await broken.journal.write(walletOf(broken), stored.slice(1))
  const again = tab()
  await open(again)
  expect(await resumeTransactions(again)).toMatchObject([{ outcome: 'mined' }])
  expect(await nonceOf(again)).toBe(before + 2)
})

test('stored transactions are published one after the other, in the order of their nonces', async () => {
  const { tab } = openBrowser()
  const broken = tab(brokenLine('before'))
  const before = await nonceOf(broken)
  for (let count = 0; count < 3; count++)
    await expect(open(broken, { dryRun: false })).rejects.toMatchObject({ code: 'keptForLater' })
  await broken.journal.write(walletOf(broken), (await storedBy(broken)).toReversed())
  const nonces: unknown[] = []
  let numOpen = 0
  const watched = tab(async (input, init) => {
    if (!pathOf(input).endsWith('/publish-raw-tx')) return fetch(input, init)
    const { rawTransaction } = JSON.parse(new TextDecoder().decode(init?.body as Uint8Array)) as {
      rawTransaction: `0x${string}`
    }
    // A ledger that keeps no transaction with a later nonce refuses it, and then it is lost.
    numOpen += 1
    expect(numOpen).toBe(1)
    const response = await fetch(input, init)
    numOpen -= 1
    nonces.push(parseTransaction(rawTransaction).nonce)
    return response
  })
  const resumed = await resumeTransactions(watched)
  expect(resumed.map(({ outcome }) => outcome)).toEqual(['mined', 'mined', 'mined'])
  expect(nonces).toEqual([before, before + 1, before + 2])
})

test('a logout drops what was signed and not yet published', async () => {
  const { tab, items } = openBrowser()
  const broken = tab(brokenLine('before'))
  await expect(open(broken)).rejects.toMatchObject({ code: 'keptForLater' })
  expect(items.size).toBe(1)
  // A session that expired while the server was away loses nothing.
  await logout(broken, { keepSigned: true })
  expect(items.size).toBe(1)
  await logout(broken)
  expect(items.size).toBe(0)
})

test('two tabs that sign 200 transactions at once lose no nonce and double none', async () => {
  await anvil('anvil_setBalance', world.clients.registrar.signer?.address, `0x${(10n ** 18n).toString(16)}`)
  const { tab } = openBrowser()
  const tabs = [tab(), tab()]
  const before = await nonceOf(tab())
  const sent = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      open(tabs[index % 2] ?? tab(), { dryRun: false, until: 'mined' }),
    ),
  )
  const nonces = await Promise.all(
    sent.map(async ({ txHash }) => {
      const { nonce } = (await anvil('eth_getTransactionByHash', txHash)) as { nonce: string }
      return Number(nonce)
    }),
  )
  expect([...nonces].sort((left, right) => left - right)).toEqual(
    Array.from({ length: 200 }, (_, index) => before + index),
  )
  expect(await storedBy(tab())).toEqual([])
}, 120_000)
