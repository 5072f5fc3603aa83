import { createWorkerSigner, type Signer, type WorkerUnlockOptions } from '@connex/sdk'
import signerWorkerUrl from '@connex/sdk/signerWorker?worker&url'
import { configuration, idleMsOf } from './configuration.ts'
import { importForLogin, LoginRefusal } from './loginFailure.ts'
import { signIn } from './session.ts'
import { startWorker } from './trustedScripts.ts'
import { startVault } from './vault.ts'

type LoginOptions = {
  onStep: (step: 'deriving' | 'asking', fraction?: number) => void
  signal: AbortSignal
  /** Imports the screens of the session, while the key is being derived. */
  loadScreens: () => Promise<unknown>
}

/**
 * Starts a session from a wallet file: a worker derives the key and hands it to the vault, then the server identifies the
 * user. The code that the session needs is imported while the key is being derived.
 *
 * @throws {LoginRefusal} if the server refuses this user
 */
export async function login(
  file: File,
  password: string,
  { onStep, signal, loadScreens }: LoginOptions,
): Promise<void> {
  const starting = importForLogin(() => import('./startSession.ts'))
  const screens = importForLogin(loadScreens)
  // If an earlier step fails, its error is the one to show.
  for (const chunk of [starting, screens]) chunk.catch(() => undefined)
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
    const { startSession } = await starting
    const started = await startSession(config, signer, signal)
    if (started.custodians.length === 0) {
      started.end(true)
      throw new LoginRefusal('error_not_investor')
    }
    await screens
    signal.throwIfAborted()
    signIn({ ...started, config, vault })
  } catch (error) {
    signer.lock()
    throw error
  }
}

/** Without a vault the key stays in the worker, which ends with this page. */
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
