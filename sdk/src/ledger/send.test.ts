// Ledger transactions on the real server and the real ledger: refunds, nonces, refusals, broken lines.
import { setTimeout } from 'node:timers/promises'
import { accountRegistryManagerAbi, deliveryManagerAbi } from '@connex/contracts'
import { AccountNumber } from '@connex/protocol'
import type { TxHash } from '@connex/protocol'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import type { Client } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { configureAccount } from '../registries/assets.ts'
import { createSession, walletOf } from '../client/client.ts'
import { contractCall } from './contractCall.ts'
import { dappOf } from './controller.ts'
import { hex } from './scalars.ts'
import type { LedgerCall, Progress, SendOptions } from './transaction.ts'
import { call } from '../http/call.ts'
import { subscribe } from '../http/subscribe.ts'
import { createMemoryJournal } from '../client/journal.ts'
import { readAccount } from './readContract.ts'
import { resumeTransactions } from './resumeTransactions.ts'
import { send, sendTogether } from './send.ts'

let world: PlatformFixture
let registrar: Client
let next = 1
beforeAll(async () => {
  world = await startPlatformFixture()
  registrar = world.clients.registrar
})
afterAll(() => world?.close())

/** Opens another account of Alpenbank's: something that the registrar can always do. */
const open = (client: Client = registrar, options: Parameters<typeof send>[2] = {}) =>
  configureAccount(
    client,
    {
      registryManagerAddr: world.registryManagerAddr,
      ownerAddr: world.tenants.alpen,
      account: AccountNumber.parse(String(next++)),
    },
    options,
  )

const anvil = (method: string, ...params: unknown[]) => world.rpc(method, ...params)
const setBalance = (client: Client, wei: bigint) =>
  anvil('anvil_setBalance', client.signer?.address, `0x${wei.toString(16)}`)

/** The same wallet on another device: it knows nothing of the first one's nonces. */
const elsewhere = (client: Client): Client => ({
  ...client,
  session: createSession(),
  journal: createMemoryJournal(),
})

const storedBy = (client: Client) => client.journal.read(walletOf(client))

/** A client whose requests to a path meet with what the test decides. */
const through = (client: Client, fetch: typeof globalThis.fetch): Client => ({ ...elsewhere(client), fetch })

const pathOf = (input: Parameters<typeof fetch>[0]) =>
  new URL(input instanceof Request ? input.url : input).pathname

const nonceOf = async (txHash: TxHash) => {
  const transaction = (await anvil('eth_getTransactionByHash', txHash)) as { nonce: string }
  return Number(transaction.nonce)
}

describe('what is refused', () => {
  const forbidden = async (): Promise<LedgerCall> => {
    const manager = await dappOf(world.clients.issuer, 'delivery')
    return contractCall(deliveryManagerAbi, manager, 'cancelDelivery', [
      `0x${'1'.repeat(64)}`,
      [],
      `0x${'0'.repeat(64)}`,
    ])
  }

  test('E036 E037 a client without a wallet, and no client at all', async () => {
    const locked = { ...elsewhere(registrar), signer: undefined }
    await expect(open(locked)).rejects.toThrow('The ConneX Wallet has to be initialized')
    await expect(send(undefined as never, [])).rejects.toThrow('Missing API Client')
  })

  test('an empty batch, and one for two dApps', async () => {
    await expect(send(registrar, [])).rejects.toThrow(TypeError)
    const call = await forbidden()
    const other = { ...call, dappAddr: world.registryManagerAddr }
    await expect(send(registrar, [call, other])).rejects.toThrow(TypeError)
  })

  test('a dApp for which the tenant has no controller', async () => {
    const call = { dappAddr: world.tenants.alpen, to: world.tenants.alpen, data: '0x' as const }
    await expect(send(registrar, [call])).rejects.toMatchObject({ code: 'noController' })
  })

  test('by the dry run, before anything is signed', async () => {
    const steps: Progress[] = []
    const sent = send(world.clients.issuer, [await forbidden()], { onProgress: (step) => steps.push(step) })
    await expect(sent).rejects.toMatchObject({
      name: 'LedgerError',
      code: 'UserNotPrivileged',
      message: 'You lack the privilege delivery.BACKOFFICE. Ask your administrator.',
    })
    expect(steps).toEqual([])
  })

  test('by the ledger itself, where there was no dry run: the same sentence', async () => {
    const steps: string[] = []
    const sent = send(world.clients.issuer, [await forbidden()], {
      dryRun: false,
      onProgress: ({ step }) => steps.push(step),
    })
    await expect(sent).rejects.toMatchObject({ name: 'LedgerError', code: 'UserNotPrivileged' })
    expect(steps).toEqual(['signed', 'published'])
    expect(await storedBy(world.clients.issuer)).toEqual([])
  })

  test('E035 where the refund threshold cannot be fetched', async () => {
    const client = through(registrar, async (input, init) => {
      if (pathOf(input).endsWith('/platform')) return new Response('{}', { status: 503 })
      return fetch(input, init)
    })
    await expect(open(client)).rejects.toThrow('Refund threshold could not be fetched')
  })

  test('a wallet that cannot even pay for its refund', async () => {
    await setBalance(registrar, 15_999_999n)
    await expect(open()).rejects.toMatchObject({ code: 'notFunded' })
    await setBalance(registrar, 10n ** 18n)
  })

  test('a deadline that has passed', async () => {
    const call = contractCall(accountRegistryManagerAbi, world.registryManagerAddr, 'configureAccount', [
      { owner: hex(world.tenants.alpen), accountNum: 1n },
      { valid: true, omnibus: false, terminateOnReceive: false },
    ])
    await expect(send(registrar, [call], { deadline: 1n })).rejects.toMatchObject({ code: 'BatchExpired' })
  })
})

describe('what is sent together', () => {
  const account = (accountNum: number) => ({
    registryManagerAddr: world.registryManagerAddr,
    ownerAddr: world.tenants.alpen,
    account: AccountNumber.parse(String(accountNum)),
  })
  const opens = (accountNum: number) => (together: SendOptions) =>
    configureAccount(registrar, account(accountNum), together)

  test('is not sent if one part fails before its calls are known', async () => {
    const before = (await readAccount(registrar)).pending
    const fails = () => Promise.reject(new Error('on purpose'))
    await expect(sendTogether(registrar, [opens(901), fails, opens(902)])).rejects.toThrow('on purpose')
    expect((await readAccount(registrar)).pending).toBe(before)
    expect(await storedBy(registrar)).toEqual([])
  })

  test('is refused as a whole if the ledger refuses one part', async () => {
    const refused = (together: SendOptions) =>
      configureAccount(registrar, { ...account(903), ownerAddr: world.tenants.registrar }, together)
    await expect(sendTogether(registrar, [opens(904), refused])).rejects.toMatchObject({
      name: 'LedgerError',
    })
  })

  test('is nothing if there are no parts', async () => {
    await expect(sendTogether(registrar, [])).resolves.toEqual([])
  })

  test('is one transaction, with the calls in the order of the parts even if a later part is ready first', async () => {
    const slow = async (together: SendOptions) => {
      await call(registrar, 'platform')
      return opens(905)(together)
    }
    const before = (await readAccount(registrar)).pending
    const [first, second] = await sendTogether(registrar, [slow, opens(906)])
    expect(second).toEqual(first)
    expect((await readAccount(registrar)).pending).toBe(before + 1)
    const { input } = (await anvil('eth_getTransactionByHash', first?.txHash)) as { input: `0x${string}` }
    const positions = [905, 906].map((accountNum) => input.indexOf(accountNum.toString(16).padStart(64, '0')))
    expect(positions[0]).toBeGreaterThan(0)
    expect(positions[1]).toBeGreaterThan(positions[0] ?? 0)
  })
})

test('every step is reported in order, and the defaults are 16000000 gas at a price of 1', async () => {
  const steps: Progress[] = []
  const { txHash, block } = await open(registrar, { onProgress: (step) => steps.push(step) })
  expect(steps).toEqual([
    { step: 'signed', txHash },
    { step: 'published', txHash },
    { step: 'mined', txHash, block },
    { step: 'indexed', txHash, block },
  ])
  const raw = (await anvil('eth_getTransactionByHash', txHash)) as Record<string, string>
  expect(Number(raw['gas'])).toBe(16_000_000)
  expect(Number(raw['gasPrice'])).toBe(1)
})

test('below the threshold a refund comes first, and the account is read again; at the threshold none does', async () => {
  const threshold = 48_000_000n
  await setBalance(registrar, threshold - 1n)
  const steps: Progress[] = []
  const { txHash } = await open(registrar, { onProgress: (step) => steps.push(step) })
  const refund = steps[0]
  expect(steps.map(({ step }) => step)).toEqual(['refunded', 'signed', 'published', 'mined', 'indexed'])
  expect(await nonceOf(txHash)).toBe((await nonceOf((refund as { txHash: TxHash }).txHash)) + 1)
  expect((await readAccount(registrar)).balance).toBeGreaterThan(threshold)
  await setBalance(registrar, threshold)
  steps.length = 0
  await open(registrar, { onProgress: (step) => steps.push(step) })
  expect(steps[0]?.step).toBe('signed')
  await setBalance(registrar, 10n ** 18n)
})

test('parallel transactions get consecutive nonces, none lost and none doubled', async () => {
  await setBalance(registrar, 10n ** 18n)
  const before = (await readAccount(registrar)).pending
  const sent = await Promise.all(Array.from({ length: 20 }, () => open()))
  const nonces = await Promise.all(sent.map(({ txHash }) => nonceOf(txHash)))
  expect(nonces).toEqual(Array.from({ length: 20 }, (_, index) => before + index))
  expect(await storedBy(registrar)).toEqual([])
})

test('parallel transactions get consecutive nonces while no block comes', async () => {
  await anvil('evm_setAutomine', false)
  const mining = setInterval(() => void anvil('evm_mine'), 100)
  const sent = await Promise.all(Array.from({ length: 5 }, () => open())).finally(() => clearInterval(mining))
  await anvil('evm_setAutomine', true)
  const nonces = await Promise.all(sent.map(({ txHash }) => nonceOf(txHash)))
  expect(new Set(nonces).size).toBe(5)
  expect(Math.max(...nonces) - Math.min(...nonces)).toBe(4)
})

test('two devices with the same wallet do not lose a transaction to each other', async () => {
  const devices = [elsewhere(registrar), elsewhere(registrar), elsewhere(registrar)]
  const sent = await Promise.all(devices.flatMap((device) => Array.from({ length: 5 }, () => open(device))))
  const nonces = await Promise.all(sent.map(({ txHash }) => nonceOf(txHash)))
  expect(new Set(nonces).size).toBe(15)
})

test('a nonce that another device has used in a transaction without a block is passed over', async () => {
  await anvil('evm_setAutomine', false)
  const { pending: nonce } = await readAccount(registrar)
  const published = Promise.withResolvers<void>()
  const onProgress = ({ step }: Progress) => step === 'published' && published.resolve()
  const first = open(elsewhere(registrar), { onProgress })
  await published.promise
  let isStale = true
  const second = open(
    through(registrar, async (input, init) => {
      const response = await fetch(input, init)
      if (!isStale || !pathOf(input).endsWith('/account')) return response
      isStale = false
      return Response.json({ ...((await response.json()) as object), nonce })
    }),
  )
  const mining = setInterval(() => void anvil('evm_mine'), 500)
  const sent = await Promise.all([first, second]).finally(() => clearInterval(mining))
  await anvil('evm_setAutomine', true)
  expect(await Promise.all(sent.map(({ txHash }) => nonceOf(txHash)))).toEqual([nonce, nonce + 1])
})

test('an answer that gets lost after publishing is requested again, and the transaction is executed once', async () => {
  let lost = 0
  const client = through(registrar, async (input, init) => {
    const response = await fetch(input, init)
    if (!pathOf(input).endsWith('/publish-raw-tx') || lost++ > 1) return response
    throw new TypeError('the line broke')
  })
  const before = (await readAccount(client)).pending
  const { txHash } = await open(client)
  expect(lost).toBeGreaterThan(1)
  expect(await nonceOf(txHash)).toBe(before)
  expect((await readAccount(client)).pending).toBe(before + 1)
})

test.each([
  ['502 of a proxy', () => new Response('<html>Bad Gateway</html>', { status: 502 })],
  ['503', () => new Response('{}', { status: 503 })],
  ['page instead of JSON', () => new Response('<html>', { status: 200 })],
])(
  'a transaction that the server took is published, whatever the client receives instead of its answer: a %s',
  async (_name, instead) => {
    const client = through(registrar, async (input, init) => {
      const response = await fetch(input, init)
      return pathOf(input).endsWith('/publish-raw-tx') ? instead() : response
    })
    const before = (await readAccount(client)).pending
    const { txHash } = await open(client)
    expect(await nonceOf(txHash)).toBe(before)
    expect((await readAccount(client)).pending).toBe(before + 1)
    expect(await storedBy(client)).toEqual([])
  },
)

test.each([500, 502, 504])(
  'a transaction that met a %i may still reach the server: it is stored, and not signed again',
  async (status) => {
    const client = through(registrar, (input, init) =>
      pathOf(input).endsWith('/publish-raw-tx')
        ? Promise.resolve(new Response('{}', { status }))
        : fetch(input, init),
    )
    const before = (await readAccount(client)).pending
    await expect(open(client)).rejects.toMatchObject({ code: 'keptForLater' })
    expect(await storedBy(client)).toMatchObject([{ nonce: before }])
    expect(await resumeTransactions({ ...client, fetch })).toMatchObject([{ outcome: 'mined' }])
    expect((await readAccount(client)).pending).toBe(before + 1)
  },
)

test('a server that loses its ledger while publishing does not decide: the transaction is stored', async () => {
  const away = { code: 'ledgerFailed', title: 'Error', status: 500, detail: 'Blockchain returned an error' }
  const problem = () =>
    new Response(JSON.stringify(away), {
      status: 500,
      headers: { 'content-type': 'application/problem+json' },
    })
  let isAway = false
  const client = through(registrar, async (input, init) => {
    isAway ||= pathOf(input).endsWith('/publish-raw-tx')
    const response = await fetch(input, init)
    return isAway ? problem() : response
  })
  await expect(open(client)).rejects.toMatchObject({ code: 'keptForLater' })
  expect(await resumeTransactions({ ...client, fetch })).toMatchObject([{ outcome: 'mined' }])
})

test("a caller's own publishing call runs once: a transaction whose outcome nobody knows is stored instead", async () => {
  const client = elsewhere(registrar)
  const before = (await readAccount(client)).pending
  const calls: string[] = []
  const publishBy = (raw: string) => {
    calls.push(raw)
    return Promise.reject(new ClientError('unreachable'))
  }
  await expect(open(client, { publishBy })).rejects.toMatchObject({ code: 'keptForLater' })
  expect(calls).toHaveLength(1)
  expect(await storedBy(client)).toMatchObject([{ nonce: before, raw: calls[0] }])
  expect(await resumeTransactions(client)).toMatchObject([{ outcome: 'mined' }])
})

describe.each([401, 403, 404])('a %i that arrives after a transaction was published', (status) => {
  const refusedAt = (path: string) => {
    let isPublished = false
    return through(registrar, async (input, init) => {
      if (isPublished && pathOf(input).endsWith(path)) return new Response('{}', { status })
      isPublished ||= pathOf(input).endsWith('/publish-raw-tx')
      return fetch(input, init)
    })
  }

  test('leaves its outcome unknown: it is stored, and found again', async () => {
    const client = refusedAt('/rpc')
    const steps: Progress[] = []
    const sent = open(client, { onProgress: (step) => steps.push(step) })
    await expect(sent).rejects.toMatchObject({ code: 'keptForLater', cause: { status } })
    const [{ txHash } = { txHash: undefined }] = await storedBy(client)
    expect(steps.at(-1)).toEqual({ step: 'published', txHash })
    expect(await resumeTransactions({ ...client, fetch })).toMatchObject([{ txHash, outcome: 'mined' }])
  })

  test('does not hide that a block has it', async () => {
    const client = refusedAt('/sync-status')
    await expect(open(client)).rejects.toMatchObject({ code: 'notIndexed', cause: { status } })
    expect(await storedBy(client)).toEqual([])
  })
})

test('a refund whose outcome is unknown is stored, and nobody takes it for the transaction that it pays', async () => {
  await setBalance(registrar, 47_999_999n)
  let isPublished = false
  const client = through(registrar, async (input, init) => {
    if (isPublished && pathOf(input).endsWith('/rpc')) return new Response('{}', { status: 403 })
    isPublished ||= pathOf(input).endsWith('/publish-raw-tx')
    return fetch(input, init)
  })
  await expect(open(client)).rejects.toMatchObject({ name: 'ApiError', status: 403 })
  expect(await storedBy(client)).toHaveLength(1)
  expect(await resumeTransactions({ ...client, fetch })).toMatchObject([{ outcome: 'mined' }])
  await setBalance(registrar, 10n ** 18n)
})

test('a server that stumbles while a block is waited for does not lose the transaction', async () => {
  let stumbles = 0
  const client = through(registrar, async (input, init) => {
    const isLooking = pathOf(input).endsWith('/sync-status')
    if (isLooking && stumbles++ < 2) return new Response('<html>', { status: 502 })
    return fetch(input, init)
  })
  await open(client)
  expect(stumbles).toBe(3)
})

test('however many transactions wait for a block, they ask the server together', async () => {
  const count = 40
  const requests: string[] = []
  const client = through(registrar, async (input, init) => {
    const request = new Request(input, init)
    const isRpc = pathOf(input).endsWith('/rpc')
    requests.push(isRpc ? ((await request.clone().json()) as { method: string }).method : pathOf(input))
    return fetch(request)
  })
  const numOf = (name: string) => requests.filter((one) => one.endsWith(name)).length
  await anvil('evm_setAutomine', false)
  try {
    let numPublished = 0
    const onProgress = ({ step }: Progress) => void (numPublished += step === 'published' ? 1 : 0)
    const sent = Array.from({ length: count }, () => open(client, { onProgress }))
    await vi.waitUntil(() => numPublished === count, { timeout: 50_000 })
    requests.length = 0
    await setTimeout(3_000)
    // At growing distances of up to a second, and a few at once after the last one was published.
    expect(requests.length).toBeGreaterThan(1)
    expect(requests.length).toBeLessThan(15)
    expect(numOf('eth_getTransactionReceipt')).toBe(0)
    requests.length = 0
    await anvil('evm_mine')
    await Promise.all(sent)
    expect(numOf('eth_getTransactionReceipt')).toBe(count)
    expect(requests.length).toBeLessThan(count + 30)
  } finally {
    await anvil('evm_setAutomine', true)
  }
})

test('who has the event stream open reads the receipt alone, and asks neither for the block nor for the index', async () => {
  const requests: string[] = []
  const client = through(registrar, async (input, init) => {
    const request = new Request(input, init)
    const isRpc = pathOf(input).endsWith('/rpc')
    requests.push(isRpc ? ((await request.clone().json()) as { method: string }).method : pathOf(input))
    return fetch(request)
  })
  const isLive = Promise.withResolvers<undefined>()
  const stop = subscribe(client, {
    onEvent: () => undefined,
    onState: (state) => state === 'live' && isLive.resolve(undefined),
  })
  try {
    await isLive.promise
    const { block } = await open(client)
    expect(block).toBeGreaterThan(0)
    const waiting = ['eth_getTransactionCount', 'eth_getTransactionReceipt', '/sync-status']
    const made = waiting.flatMap((name) => requests.filter((one) => one.endsWith(name)))
    expect(made).toEqual(['eth_getTransactionReceipt'])
  } finally {
    stop()
  }
})

test('a failure does not stop the transactions behind it in the queue', async () => {
  const bad = configureAccount(registrar, {
    registryManagerAddr: world.registryManagerAddr,
    ownerAddr: world.tenants.registrar,
    account: AccountNumber.parse('9'),
  })
  const good = open()
  await expect(bad).rejects.toMatchObject({ name: 'LedgerError' })
  await expect(good).resolves.toMatchObject({ block: expect.any(Number) as number })
})

test('waiting ends with the time given, or when it is aborted', async () => {
  await anvil('evm_setAutomine', false)
  try {
    const client = elsewhere(registrar)
    await expect(open(client, { waitMs: 200 })).rejects.toMatchObject({ code: 'notMined' })
    const stop = new AbortController()
    const published = open(client, {
      signal: stop.signal,
      onProgress: ({ step }) => step === 'published' && stop.abort(new Error('enough')),
    })
    await expect(published).rejects.toThrow('enough')
    // Both may still come into a block: they stay in the journal.
    expect(await storedBy(client)).toHaveLength(2)
    await expect(open(client, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
  } finally {
    await anvil('evm_setAutomine', true)
    await anvil('evm_mine')
  }
  await open()
})

test('what is published is signed for this chain, to the tenant’s controller', async () => {
  let raw = ''
  const client = through(registrar, (input, init) => {
    if (pathOf(input).endsWith('/publish-raw-tx'))
      raw = (JSON.parse(new TextDecoder().decode(init?.body as Uint8Array)) as { rawTransaction: string })
        .rawTransaction
    return fetch(input, init)
  })
  await open(client)
  const transaction = parseTransaction(hex(raw))
  expect(transaction).toMatchObject({ chainId: 31337, type: 'legacy', gas: 16_000_000n, gasPrice: 1n })
})
