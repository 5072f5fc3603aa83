import { createWorkerSigner, type Signer, type WorkerUnlockOptions } from '@connex/sdk'
import signerWorkerUrl from '@connex/sdk/signerWorker?worker&url'
import { importForLogin, LoginRefusal } from './loginFailure.ts'
import { configuration, idleMsOf } from './configuration.ts'
import { signIn } from './session.ts'
import { startWorker } from './trustedScripts.ts'
import { startVault } from './vault.ts'

type LoginOptions = {
  onStep: (step: 'deriving' | 'asking', fraction?: number) => void
  signal: AbortSignal
  /** What the session is shown with: fetched while the key is being derived. */
  loadScreens: () => Promise<unknown>
}

/**
 * From a wallet file to a session: the key is derived in a worker and goes from there into the vault, then the server
 * says who one is. What is needed behind the door is fetched while the key is being derived.
 */
export async function login(
  file: File,
  password: string,
  { onStep, signal, loadScreens }: LoginOptions,
): Promise<void> {
  const admitting = importForLogin(() => import('./startSession.ts'))
  const house = importForLogin(loadScreens)
  // Where an earlier step fails, its own error is the one to say.
  for (const part of [admitting, house]) part.catch(() => undefined)
  const [config, vault] = await Promise.all([configuration(), startVault()])
  const options = {
    chainId: config.chainId,
    signal,
    onProgress: (fraction: number) => onStep('deriving', fraction),
  }
  const worker = startWorker(signerWorkerUrl)
  const signer =
    vault === undefined
      ? await unlockInPage(worker, file, password, options)
      : await vault.unlock(file, password, { ...options, worker, idleMs: idleMsOf(config) })
  try {
    onStep('asking')
    const { startSession: admit } = await admitting
    const admitted = await admit(config, signer, signal)
    if (admitted.custodians.length === 0) {
      admitted.end(true)
      throw new LoginRefusal('error_not_investor')
    }
    await house
    signal.throwIfAborted()
    signIn({ ...admitted, config, vault })
  } catch (error) {
    signer.lock()
    throw error
  }
}

/** Without a vault the key stays in the worker, and ends with this page. */
async function unlockInPage(
  worker: Worker,
  file: File,
  password: string,
  options: WorkerUnlockOptions,
): Promise<Signer> {
  const signer = createWorkerSigner(worker)
  await signer.unlock(file, password, options)
  return signer
}
