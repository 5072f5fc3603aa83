// After a reload, and in a further tab: a vault that is still open lets in without a password.
import { configuration } from './configuration.ts'
import { importForLogin, LoginRefusal } from './loginFailure.ts'
import { isOfAccount } from './storedRefusal.ts'
import { readSession, failRestore, signIn } from './session.ts'
import { findVault } from './vault.ts'

const LONGEST_MS = 20_000

/** Signs in with what the vault holds, or leaves the login to the user. */
export async function restoreSession(loadScreens: () => Promise<unknown>): Promise<void> {
  try {
    const vault = await findVault()
    const status = await vault?.status()
    if (vault === undefined || status?.isUnlocked !== true) return
    const [{ startSession: admit }] = await Promise.all([
      importForLogin(() => import('./startSession.ts')),
      importForLogin(loadScreens),
    ])
    const config = await configuration()
    if (status.chainId !== config.chainId) return
    const signer = vault.signerOf(status.address)
    const admitted = await admit(config, signer, AbortSignal.timeout(LONGEST_MS)).catch((error: unknown) => {
      if (error instanceof LoginRefusal && isOfAccount(error)) signer.lock()
      throw error
    })
    if (readSession().status === 'signedOut') return
    signIn({ ...admitted, config, vault })
    performance.mark('connex.recovered')
  } catch (error) {
    // The vault is still open: the next loading of the page comes in, once the server answers.
    if (isUnreachable(error)) failRestore('unreachable')
    else if (error instanceof LoginRefusal) failRestore(error)
  } finally {
    failRestore()
  }
}

/** Nobody answered, or the server itself was in trouble; what it refuses is said by the login when its user tries. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError') return true
  if (!(error instanceof LoginRefusal)) return false
  if (error.key === 'error_not_loaded') return true
  if (error.key !== 'error_no_account_info') return false
  const { status } = Object(error.cause) as { status?: unknown }
  return typeof status !== 'number' || status >= 500
}
