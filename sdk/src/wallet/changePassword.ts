import { createWalletFile, type CreateWalletOptions } from './createWalletFile.ts'
import { openWallet, type WalletSource } from './openWallet.ts'

export type ChangePasswordOptions = Omit<CreateWalletOptions, 'mnemonic'>

/**
 * The same key, and the same mnemonic where the file holds one, under another password: a new file in version 3 with
 * a new salt. The old file still opens with the old password.
 *
 * @example
 * const file = await changePassword(oldFile, 'old password', 'new password')
 */
export async function changePassword(
  source: WalletSource,
  password: string,
  newPassword: string,
  options: ChangePasswordOptions = {},
): Promise<string> {
  const { wallet, privateKey, entropy } = await openWallet(source, password, { signal: options.signal })
  try {
    const kept =
      wallet.kind === 'v3' && wallet.mnemonic && entropy ? { ...wallet.mnemonic, entropy } : undefined
    return await createWalletFile(privateKey, newPassword, { ...options, mnemonic: kept })
  } finally {
    privateKey.fill(0)
    entropy?.fill(0)
  }
}
