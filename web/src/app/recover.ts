// After a reload, and in a further tab: a vault that is still open lets in without a password.
import { readSession, readyAgain, signIn } from './session.ts'
import { findVault } from './vault.ts'

const LONGEST_MS = 20_000

/** Signs in with what the vault holds, or leaves the login to the user. */
export async function recover(): Promise<void> {
  try {
    const vault = await findVault()
    const status = await vault?.status()
    if (vault === undefined || status?.isUnlocked !== true) return
    const [{ admit }, { configuration }] = await Promise.all([
      import('./admit.ts'),
      import('./configuration.ts'),
      import('./Application.tsx'),
    ])
    const config = await configuration()
    if (status.chainId !== config.chainId) return
    const signer = vault.signerOf(status.address)
    const admitted = await admit(config, signer, AbortSignal.timeout(LONGEST_MS))
    if (readSession().status === 'signedOut') return
    signIn({ ...admitted, config, vault })
    performance.mark('connex.recovered')
  } catch {
    // The login says what is wrong when its user tries.
  } finally {
    readyAgain()
  }
}
