import { openWallet, type WalletSource } from './openWallet.ts'
import type { DerivationHooks } from './UnlockProgress.ts'

export type UnlockOptions = DerivationHooks

/**
 * The private key of a wallet file, 32 bytes, for the caller to wipe. Rejects with the WalletError 'Error unlocking
 * wallet', whose cause says why ('incorrect password' …), or with the signal's reason.
 *
 * @example
 * const privateKey = await unlockWallet(wallet, password, { signal: AbortSignal.timeout(30_000) })
 * const signer = createLocalSigner(privateKey, { chainId: 31337 })
 * privateKey.fill(0)
 */
export async function unlockWallet(
  source: WalletSource,
  password: string,
  options: UnlockOptions = {},
): Promise<Uint8Array> {
  const { privateKey, entropy } = await openWallet(source, password, options)
  entropy?.fill(0)
  options.onProgress?.({ fraction: 1 })
  return privateKey
}
