import { Address, bodyHash } from '@connex/protocol'
import { afterEach, expect, it } from 'vitest'
import { spawnSignerWorker, type SpawnedWorker } from '../../../../testkit/src/wallets/signerThread.ts'
import { TEST_KEY, TEST_PASSWORD, writeTestWallet } from '../../../../testkit/src/wallets/testWallet.ts'
import { createLocalSigner } from '../createLocalSigner.ts'
import type { RequestToSign } from '../Signer.ts'
import { openVault } from './openVault.ts'
import { serveVault, type VaultMessage } from './serveVault.ts'
import type { VaultNews } from './vaultMessages.ts'

const ORIGIN = 'http://127.0.0.1:4000'
const FILE = JSON.stringify(writeTestWallet())
const CHAIN = { chainId: 31337 }
const IDLE = { idleMs: 15 * 60_000 }
const request: RequestToSign = {
  ...CHAIN,
  version: 6,
  serverId: ORIGIN,
  method: 'GET',
  target: '/api/v6/transfer/transfers',
  timestamp: 1_763_690_000_000,
  nonce: 'ab'.repeat(32),
  bodySha256: await bodyHash(new Uint8Array()),
  contentType: undefined,
}

const workers: SpawnedWorker[] = []
const stops: (() => void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await Promise.all(workers.splice(0).map(({ thread }) => thread.terminate()))
})

/** A vault's worker and a client of it, whose messages come from a page of this origin. */
function openWorld(origin = ORIGIN) {
  let listen: ((event: VaultMessage) => void) | undefined
  let isGone = false
  const start = (): void =>
    serveVault({ location: { origin: ORIGIN }, addEventListener: (_, listener) => (listen = listener) })
  start()
  const worker = {
    postMessage(data: unknown, ports: unknown[]) {
      const source = { url: `${origin}/transactions` }
      listen?.({ data, ports: ports as MessagePort[], source, waitUntil: () => undefined })
    },
  }
  const vault = openVault(() => (isGone ? undefined : worker))
  const news: VaultNews[] = []
  stops.push(vault.follow((message) => news.push(message)))
  const spawn = (): SpawnedWorker => {
    const spawned = spawnSignerWorker()
    workers.push(spawned)
    return spawned
  }
  const unlock = (password = TEST_PASSWORD, file = FILE) =>
    vault.unlock(file, password, { ...CHAIN, ...IDLE, worker: spawn() })
  return { vault, news, unlock, restart: start, remove: () => (isGone = true), worker }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 30))

it('answers no page of another origin', async () => {
  const { worker } = openWorld('https://elsewhere.example')
  const { port1, port2 } = new MessageChannel()
  const heard: unknown[] = []
  port1.addEventListener('message', (event: { data: unknown }) => void heard.push(event.data))
  port1.start()
  worker.postMessage({ type: 'status' }, [port2])
  await settled()
  port1.close()
  expect(heard).toEqual([])
})

it('passes a wrong password on as the wallet file says it, and stays empty', async () => {
  const { vault, unlock } = openWorld()
  await expect(unlock('wrong')).rejects.toMatchObject({
    message: 'Error unlocking wallet',
    cause: { message: 'incorrect password' },
  })
  await expect(vault.status()).resolves.toMatchObject({ isUnlocked: false })
})

it('D28: does not wait for a vault that was ended while the key was derived', async () => {
  const silent = openVault(() => ({ postMessage: () => undefined }), { answerMs: 50 })
  const spawned = spawnSignerWorker()
  workers.push(spawned)
  await expect(
    silent.unlock(FILE, TEST_PASSWORD, { ...CHAIN, ...IDLE, worker: spawned }),
  ).rejects.toMatchObject({ code: 'workerFailed' })
})

it('is empty again when the browser has ended it', async () => {
  const { vault, unlock, restart } = openWorld()
  const signer = await unlock()
  restart()
  await expect(signer.signRequest(request)).rejects.toThrow('The ConneX Wallet has to be initialized')
  await expect(vault.status()).resolves.toEqual({ isUnlocked: false, reason: 'neverOpened' })
})

it('refuses where there is no service worker any more', async () => {
  const { vault, unlock, remove } = openWorld()
  const signer = await unlock()
  remove()
  await expect(signer.signRequest(request)).rejects.toThrow('The ConneX Wallet has to be initialized')
  await expect(vault.beat(true)).rejects.toMatchObject({ code: 'walletNotInitialized' })
})

it('signs what the key signs, for the tab that opened it and for one that comes later', async () => {
  const { vault, unlock } = openWorld()
  const signer = await unlock()
  const expected = await createLocalSigner(TEST_KEY, CHAIN).signRequest(request)
  expect(await signer.signRequest(request)).toBe(expected)
  const status = await vault.status()
  expect(status).toMatchObject({ isUnlocked: true, address: signer.address, ...CHAIN })
  expect(await vault.signerOf(signer.address).signRequest(request)).toBe(expected)
})

it('tells every tab when it is opened and when one of them locks it', async () => {
  const { unlock, news, vault } = openWorld()
  const signer = await unlock()
  const other = vault.signerOf(signer.address)
  await settled()
  expect(news).toEqual([{ type: 'unlocked', address: signer.address }])
  signer.lock()
  await settled()
  expect(news.at(-1)).toEqual({ type: 'locked', reason: 'loggedOut' })
  await expect(other.signRequest(request)).rejects.toMatchObject({ code: 'walletNotInitialized' })
})

it('leaves nothing of a wallet whose unlocking was broken off', async () => {
  const { vault } = openWorld()
  const wallet = writeTestWallet()
  Object.assign(wallet.crypto.kdfparams, { n: 2 ** 18, r: 8, p: 4 })
  const stop = new AbortController()
  const spawned = spawnSignerWorker()
  workers.push(spawned)
  const unlocking = vault.unlock(JSON.stringify(wallet), TEST_PASSWORD, {
    ...CHAIN,
    ...IDLE,
    worker: spawned,
    signal: stop.signal,
  })
  setTimeout(() => stop.abort(new Error('not now')), 100)
  await expect(unlocking).rejects.toThrow('not now')
  await expect(vault.status()).resolves.toMatchObject({ isUnlocked: false })
})

it('passes on that the vault refuses another list of contracts, and does not answer it as done', async () => {
  const { unlock } = openWorld()
  const signer = await unlock()
  const contract = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
  await signer.allowContracts([contract('a')])
  await expect(signer.allowContracts([contract('b')])).rejects.toMatchObject({ code: 'contractsAlreadySet' })
})

it('ignores messages that are not commands', async () => {
  const { worker, vault } = openWorld()
  for (const message of [null, 7, {}, { type: 'export' }, { type: 'receiveKey', chainId: -1, idleMs: 1 }]) {
    worker.postMessage(message, [new MessageChannel().port1])
  }
  await expect(vault.status()).resolves.toMatchObject({ isUnlocked: false })
})
