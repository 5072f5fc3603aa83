// After a reload, and in a further tab: a vault that is still open signs in without a password.
import { configuration } from './configuration.ts'
import { importForLogin, LoginRefusal } from './loginFailure.ts'
import { failRestore, readSession, signIn } from './session.ts'
import { isOfAccount } from './storedRefusal.ts'
import { findVault } from './vault.ts'

/** Each call has its own 30 seconds; before that the vault, which signs 300 requests a minute, may let it wait for its turn. */
const TIMEOUT_MS = 95_000

/** Signs in with the wallet in the vault, or shows the login. */
export async function restoreSession(loadScreens: () => Promise<unknown>): Promise<void> {
  try {
    const vault = await findVault()
    const status = await vault?.status()
    if (vault === undefined || status?.isUnlocked !== true) return
    const [config, { startSession }] = await Promise.all([
      configuration(),
      importForLogin(() => import('./startSession.ts')),
      importForLogin(loadScreens),
    ])
    if (status.chainId !== config.chainId) return
    const signer = vault.signerOf(status.address)
    const started = await startSession(config, signer, AbortSignal.timeout(TIMEOUT_MS)).catch(
      (error: unknown) => {
        if (error instanceof LoginRefusal && isOfAccount(error)) signer.lock()
        throw error
      },
    )
    if (readSession().status === 'signedOut') return
    signIn({ ...started, config, vault })
    performance.mark('connex.recovered')
  } catch (error) {
    // The vault is still open: the next load of the page signs in, once the server answers.
    if (isUnreachable(error)) failRestore('unreachable')
    else if (error instanceof LoginRefusal) failRestore(error)
  } finally {
    failRestore()
  }
}

/** No answer, or a failure of the server itself. A refusal is for the login to show, when the user tries again. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError') return true
  if (!(error instanceof LoginRefusal)) return false
  if (error.key === 'error_not_loaded') return true
  if (error.key !== 'error_no_account_info') return false
  const { status } = Object(error.cause) as { status?: unknown }
  return typeof status !== 'number' || status >= 500
}
