import { createWorkerSigner } from '@connex/sdk'
import signerWorkerUrl from '@connex/sdk/signerWorker?worker&url'
import type { Enter } from '../features/login/useUnlock.ts'
import { configuration } from './configuration.ts'
import { signIn } from './session.ts'
import { startWorker } from './trustedScripts.ts'

/**
 * From a wallet file to a session: the key is derived in a worker and stays there, then the server says who one is.
 * What is needed behind the door is fetched while the key is being derived.
 */
export const enter: Enter = async (file, password, { onStep, signal }) => {
  const admitting = import('./admit.ts')
  const house = import('./Application.tsx')
  const config = await configuration()
  const signer = createWorkerSigner(startWorker(signerWorkerUrl))
  try {
    await signer.unlock(file, password, {
      chainId: config.chainId,
      signal,
      onProgress: (fraction) => onStep('deriving', fraction),
    })
    onStep('asking')
    const { admit } = await admitting
    const admitted = await admit(config, signer, signal)
    await house
    signal.throwIfAborted()
    signIn({ ...admitted, config })
  } catch (error) {
    signer.lock()
    throw error
  }
}
