import { Address, bodyHash } from '@connex/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { spawnSignerWorker, type SpawnedWorker } from '../../../testkit/src/wallets/signerThread.ts'
import { TEST_KEY, TEST_PASSWORD, writeTestWallet } from '../../../testkit/src/wallets/testWallet.ts'
import { WalletError } from '../wallet/WalletError.ts'
import { createLocalSigner } from './createLocalSigner.ts'
import { createWorkerSigner } from './createWorkerSigner.ts'
import type { RequestToSign, TransactionToSign } from './Signer.ts'

const FILE = JSON.stringify(writeTestWallet())
const CHAIN = { chainId: 31337 }
const CONTRACT = Address.parse(`0x${'ab'.repeat(20)}`)

const request: RequestToSign = {
  ...CHAIN,
  version: 6,
  serverId: 'http://127.0.0.1:4000',
  method: 'POST',
  target: '/api/v6/dlt/eth/publish-raw-tx',
  timestamp: 1_763_690_000_000,
  nonce: 'ab'.repeat(32),
  bodySha256: await bodyHash(new TextEncoder().encode('{}')),
  contentType: 'application/json',
}
const transaction: TransactionToSign = {
  ...CHAIN,
  nonce: 3,
  gas: 16_000_000n,
  gasPrice: 1n,
  to: CONTRACT,
  value: 0n,
  data: '0x12345678',
}

/** A file that takes seconds to open, and 256 MiB. */
const slowFile = (() => {
  const wallet = writeTestWallet()
  Object.assign(wallet.crypto.kdfparams, { n: 2 ** 18, r: 8, p: 4 })
  return JSON.stringify(wallet)
})()

const workers: SpawnedWorker[] = []
function spawn(...script: [URL?]): SpawnedWorker {
  const worker = spawnSignerWorker(...script)
  workers.push(worker)
  return worker
}
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.thread.terminate())))

/** Node takes a thread's id away when the thread has ended. */
async function hasEnded({ thread }: SpawnedWorker): Promise<boolean> {
  for (let waited = 0; thread.threadId !== -1 && waited < 5000; waited += 20) await sleep(20)
  return thread.threadId === -1
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const MIB = 2 ** 20

describe('refusals', () => {
  it('E036 signs nothing before it is unlocked', async () => {
    const signer = createWorkerSigner(spawn())
    const sentence = 'The ConneX Wallet has to be initialized'
    expect(() => signer.address).toThrow(sentence)
    await expect(signer.signRequest(request)).rejects.toThrow(sentence)
    await expect(signer.signTransaction(transaction)).rejects.toThrow(sentence)
    await expect(signer.allowContracts([CONTRACT])).rejects.toThrow(sentence)
  })

  it.each([
    ['a wrong password', FILE, 'wrong', 'incorrect password'],
    ['text that is not a wallet', '<html>', TEST_PASSWORD, 'invalid JSON wallet'],
    ['a file without a version', '{}', TEST_PASSWORD, 'No Version found'],
    ['a file of 20 MB, unread', ' '.repeat(20 * MIB), TEST_PASSWORD, 'invalid JSON wallet'],
  ])('E038 refuses %s with its cause, and ends the worker', async (_, file, password, cause) => {
    const worker = spawn()
    const error: unknown = await createWorkerSigner(worker)
      .unlock(new Blob([file]), password, CHAIN)
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(WalletError)
    expect(error).toMatchObject({ code: 'unlockFailed', message: 'Error unlocking wallet' })
    expect((error as WalletError).cause).toBeInstanceOf(WalletError)
    expect((error as WalletError).cause).toHaveProperty('message', cause)
    expect(await hasEnded(worker)).toBe(true)
  })

  it('does not read a file that is too large', async () => {
    const huge = {
      size: 20 * MIB,
      arrayBuffer: () => Promise.reject(new Error('it was read')),
    } as unknown as Blob
    await expect(createWorkerSigner(spawn()).unlock(huge, TEST_PASSWORD, CHAIN)).rejects.toMatchObject({
      cause: { code: 'tooLarge' },
    })
  })

  it('refuses a second unlocking while one is under way', async () => {
    const signer = createWorkerSigner(spawn())
    const first = signer.unlock(FILE, TEST_PASSWORD, CHAIN)
    await expect(signer.unlock(FILE, TEST_PASSWORD, CHAIN)).rejects.toMatchObject({ code: 'busy' })
    expect(await first).toBe(createLocalSigner(TEST_KEY, CHAIN).address)
  })

  it('refuses a chain that is none, without waiting for an answer', async () => {
    const unlocking = createWorkerSigner(spawn()).unlock(FILE, TEST_PASSWORD, { chainId: 0 })
    await expect(unlocking).rejects.toMatchObject({ code: 'unlockFailed', cause: { code: 'malformed' } })
  })

  it('says so when the script of the worker does not load', async () => {
    const signer = createWorkerSigner(spawn(new URL('file:///nowhere/signerWorker.ts')))
    const unlocking = signer.unlock(FILE, TEST_PASSWORD, CHAIN)
    await expect(unlocking).rejects.toMatchObject({ code: 'unlockFailed', cause: { code: 'workerFailed' } })
  })

  it('ends a derivation that takes too long', async () => {
    const worker = spawn()
    const unlocking = createWorkerSigner(worker, { watchdogMs: 600 }).unlock(slowFile, TEST_PASSWORD, CHAIN)
    await expect(unlocking).rejects.toMatchObject({ code: 'unlockFailed', cause: { code: 'unlockTimeout' } })
    expect(await hasEnded(worker)).toBe(true)
  })
})

describe('KEY-19', () => {
  it('ends the worker on Cancel in the middle of a derivation, and gives its memory back', async () => {
    const worker = spawn()
    const cancel = new AbortController()
    const reason = new Error('cancelled')
    const begun = Promise.withResolvers<void>()
    const unlocking = createWorkerSigner(worker).unlock(slowFile, TEST_PASSWORD, {
      ...CHAIN,
      signal: cancel.signal,
      onProgress: (fraction) => fraction > 0.2 && begun.resolve(),
    })
    const outcome = unlocking.catch((error: unknown) => error)
    await begun.promise
    const during = process.memoryUsage().rss
    cancel.abort(reason)
    expect(await outcome).toBe(reason)
    expect(await hasEnded(worker)).toBe(true)
    for (let waited = 0; process.memoryUsage().rss > during - 128 * MIB && waited < 5000; waited += 50)
      await sleep(50)
    expect(process.memoryUsage().rss).toBeLessThan(during - 128 * MIB)
  })

  it('starts nothing once it is aborted', async () => {
    const unlocking = createWorkerSigner(spawn()).unlock(FILE, TEST_PASSWORD, {
      ...CHAIN,
      signal: AbortSignal.abort(),
    })
    await expect(unlocking).rejects.toThrow('aborted')
  })
})

describe('an unlocked signer', () => {
  it.each([
    ['text', FILE],
    ['bytes', new TextEncoder().encode(FILE)],
    ['a file', new Blob([FILE])],
  ])('takes %s and signs what a signer in this process would sign', async (_, file) => {
    const local = createLocalSigner(TEST_KEY, CHAIN)
    const signer = createWorkerSigner(spawn())
    expect(await signer.unlock(file, TEST_PASSWORD, CHAIN)).toBe(local.address)
    expect(signer.address).toBe(local.address)
    expect(await signer.signRequest(request)).toBe(await local.signRequest(request))
    expect(await signer.signTransaction(transaction)).toBe(await local.signTransaction(transaction))
  })

  it('keeps simultaneous requests apart', async () => {
    const local = createLocalSigner(TEST_KEY, CHAIN)
    const signer = createWorkerSigner(spawn())
    await signer.unlock(FILE, TEST_PASSWORD, CHAIN)
    const nonces = Array.from({ length: 20 }, (_, nonce) => nonce)
    const raw = await Promise.all(nonces.map((nonce) => signer.signTransaction({ ...transaction, nonce })))
    expect(raw).toEqual(
      await Promise.all(nonces.map((nonce) => local.signTransaction({ ...transaction, nonce }))),
    )
  })

  it('refuses in the worker what a signer refuses', async () => {
    const signer = createWorkerSigner(spawn())
    await signer.unlock(FILE, TEST_PASSWORD, CHAIN)
    await signer.allowContracts([CONTRACT])
    const foreign = { ...transaction, to: Address.parse(`0x${'cd'.repeat(20)}`) }
    await expect(signer.signTransaction(foreign)).rejects.toMatchObject({ code: 'foreignContract' })
    await expect(signer.signTransaction({ ...transaction, chainId: 1 })).rejects.toMatchObject({
      code: 'foreignChain',
    })
    await expect(signer.signRequest({ ...request, target: 'x' })).rejects.toMatchObject({
      code: 'malformed',
      detail: "The field 'target' is missing or wrong.",
    })
    expect(await signer.signTransaction(transaction)).toMatch(/^0x/)
  })

  it('reports progress that rises to what the worker says', async () => {
    const fractions: number[] = []
    const wallet = writeTestWallet({ kdf: { n: 2 ** 17, r: 8, p: 1 } })
    const onProgress = (fraction: number) => void fractions.push(fraction)
    await createWorkerSigner(spawn()).unlock(JSON.stringify(wallet), TEST_PASSWORD, { ...CHAIN, onProgress })
    expect(fractions[0]).toBe(0)
    expect(fractions.length).toBeGreaterThan(3)
    expect(fractions).toEqual([...new Set(fractions)].sort((left, right) => left - right))
    expect(fractions.at(-1)).toBe(1)
  })

  it('forgets the key on lock, and rejects pending requests', async () => {
    const worker = spawn()
    const signer = createWorkerSigner(worker)
    await signer.unlock(FILE, TEST_PASSWORD, CHAIN)
    const pending = signer.signRequest(request).catch((error: unknown) => error)
    await Promise.resolve()
    signer.lock()
    signer.lock()
    expect(await pending).toMatchObject({ code: 'walletNotInitialized' })
    await expect(signer.signRequest(request)).rejects.toMatchObject({ code: 'walletNotInitialized' })
    expect(() => signer.address).toThrow('has to be initialized')
    expect(await hasEnded(worker)).toBe(true)
  })

  it('lets neither the key nor the password out of the worker', async () => {
    const worker = spawn()
    const signer = createWorkerSigner(worker)
    await signer.unlock(FILE, TEST_PASSWORD, CHAIN)
    await signer.signRequest(request)
    for (const type of ['export', 'privateKey', 'sign', '__proto__', 'constructor'])
      worker.postMessage({ id: 99, type }, [])
    await signer.signTransaction(transaction)
    const everything = JSON.stringify(worker.received)
    expect(worker.received.length).toBeGreaterThanOrEqual(3)
    expect(everything).not.toContain('11'.repeat(32))
    expect(everything).not.toContain(TEST_PASSWORD)
    expect(everything).not.toContain('"id":99')
  })
})
