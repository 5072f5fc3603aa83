import { SignerError } from '../Signer.ts'
import { toFailure } from '../signerChannel.ts'
import { createVault, type VaultStatus } from './createVault.ts'
import { browserClock, type Clock } from './watch.ts'
import { parseVaultCommand, VAULT_NEWS, type VaultCommand, type VaultNews } from './vaultMessages.ts'

/** As much of a service worker's message event as is used here. */
export type VaultMessage = {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
  readonly source: { readonly url: string } | null
  waitUntil(work: Promise<unknown>): void
}

/** As much of a service worker's global scope as is used here. */
export type VaultScope = {
  readonly location: { readonly origin: string }
  addEventListener(type: 'message', listener: (event: VaultMessage) => void): void
}

export type VaultReply = { value: VaultStatus | string } | { error: ReturnType<typeof toFailure> }

const CHECK_MS = 2_000
/** As long as the slowest derivation that is allowed, in each form of a password. */
const KEY_MS = 120_000

/**
 * Puts a vault behind a service worker's messages, for the pages of its own origin. It stores nothing outside its
 * memory: when the browser ends the worker, the vault is empty.
 */
export function serveVault(scope: VaultScope, clock: Clock = browserClock): void {
  const news = new BroadcastChannel(VAULT_NEWS)
  // A channel of one origin, which knows no other.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const announce = (message: VaultNews): void => news.postMessage(message)
  const vault = createVault({ clock, onLock: (reason) => announce({ type: 'locked', reason }) })
  const timer: unknown = setInterval(vault.check, CHECK_MS)
  // Under Node, in tests, a timer would keep the process alive.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref()

  const receive = async (
    options: { chainId: number; idleMs: number },
    keyPort: MessagePort | undefined,
  ): Promise<string> => {
    if (keyPort === undefined) throw new SignerError('malformed')
    const address = vault.open(await keyFrom(keyPort), options)
    announce({ type: 'unlocked', address })
    return address
  }

  const run = async (
    command: VaultCommand,
    keyPort: MessagePort | undefined,
  ): Promise<VaultStatus | string> => {
    switch (command.type) {
      case 'status':
        return vault.status()
      case 'beat':
        return vault.beat(command.isActive)
      case 'signRequest':
        return await vault.signRequest(command.address, command.fields)
      case 'signTransaction':
        return await vault.signTransaction(command.address, command.fields)
      case 'signBatch':
        return await vault.signBatch(command.address, command.fields)
      case 'allowContracts':
        await vault.allowContracts(command.address, command.contracts)
        return ''
      case 'lock':
        vault.lock(command.address)
        return ''
      case 'receiveKey':
        break
    }
    return await receive(command, keyPort)
  }

  scope.addEventListener('message', (event) => {
    const [reply, keyPort] = event.ports
    const command = parseVaultCommand(event.data)
    if (reply === undefined || command === undefined || !isOwn(event, scope)) return
    const answered = run(command, keyPort).then(
      (value) => reply.postMessage({ value } satisfies VaultReply, []),
      (error: unknown) => reply.postMessage({ error: toFailure(error) } satisfies VaultReply, []),
    )
    event.waitUntil(answered)
  })
}

const isOwn = ({ source }: VaultMessage, { location }: VaultScope): boolean =>
  source !== null && new URL(source.url).origin === location.origin

/** The key that the deriving worker sends, once; nothing when it has failed or was ended. */
function keyFrom(port: MessagePort): Promise<Uint8Array> {
  return new Promise<Uint8Array>((resolve, reject) => {
    const giveUp = (): void => reject(new SignerError('unlockTimeout'))
    const timer = setTimeout(giveUp, KEY_MS)
    port.addEventListener('message', ({ data }: { data: unknown }) => {
      clearTimeout(timer)
      if (data instanceof Uint8Array) resolve(data)
      else reject(new SignerError('walletNotInitialized'))
    })
    port.start()
  }).finally(() => port.close())
}
