import type { Address } from '@connex/protocol'
import type { UnlockProgress } from '../wallet/unlockProgress.ts'
import { addressOfPrivateKey } from '../wallet/privateKey.ts'
import { unlockWallet } from '../wallet/openWallet.ts'
import { createLocalSigner } from './createLocalSigner.ts'
import type { BatchToSign, RequestToSign, Signer, TransactionToSign } from './Signer.ts'
import { SignerError } from './Signer.ts'
import { toFailure, parseSignerCommand, type SignerCommand, type SignerReply } from './signerChannel.ts'

/** A worker's global scope, or one end of a message channel. */
export type SignerPort = {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(reply: SignerReply): void
}

/**
 * Keeps a key behind a port: unlocks it there, signs with it there, and never sends it. Other
 * messages are ignored.
 */
export function serveSigner(port: SignerPort): void {
  let signer: Signer | undefined
  let unlocking: AbortController | undefined

  const lock = (): void => {
    unlocking?.abort(new SignerError('walletNotInitialized'))
    signer?.lock()
    signer = undefined
  }
  const unlocked = (): Signer => {
    if (signer === undefined) throw new SignerError('walletNotInitialized')
    return signer
  }

  const unlock = async (command: SignerCommand & { type: 'unlock' }): Promise<string> => {
    if (unlocking !== undefined) throw new SignerError('busy')
    lock()
    const { id, file, password, chainId, keeper } = command
    unlocking = new AbortController()
    const { signal } = unlocking
    try {
      const onProgress = (progress: UnlockProgress) => port.postMessage({ id, type: 'progress', progress })
      const privateKey = await unlockWallet(file, password, { signal, onProgress })
      if (keeper !== undefined) return hand(privateKey, keeper)
      signer = createLocalSigner(privateKey, { chainId })
      privateKey.fill(0)
      return signer.address
    } catch (error) {
      keeper?.postMessage('failed', [])
      throw error
    } finally {
      unlocking = undefined
    }
  }

  // What crosses the port is not yet of its type: the signer checks all that it signs.
  const run = async (command: SignerCommand): Promise<string> => {
    if (command.type === 'unlock') return await unlock(command)
    if (command.type === 'signRequest') return await unlocked().signRequest(command.fields as RequestToSign)
    if (command.type === 'signTransaction') {
      return await unlocked().signTransaction(command.fields as TransactionToSign)
    }
    if (command.type === 'signBatch') return await unlocked().signBatch(command.fields as BatchToSign)
    if (command.type === 'allowContracts')
      await unlocked().allowContracts(command.contracts as readonly Address[])
    else lock()
    return ''
  }

  port.addEventListener('message', (event) => {
    const command = parseSignerCommand(event.data)
    if (command === undefined) return
    const { id } = command
    run(command).then(
      (value) => port.postMessage({ id, type: 'result', value }),
      (error: unknown) => port.postMessage({ id, type: 'failure', error: toFailure(error) }),
    )
  })
}

/** The key changes hands: this context has none of it afterwards. */
function hand(privateKey: Uint8Array, keeper: MessagePort): string {
  const address = addressOfPrivateKey(privateKey)
  const handed = Uint8Array.from(privateKey)
  privateKey.fill(0)
  keeper.postMessage(handed, [handed.buffer])
  return address
}
