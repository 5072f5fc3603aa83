// Wallet files, written and read; words and derivation paths.
import {
  accountPath,
  addressOfPrivateKey,
  changePassword,
  createMnemonic,
  createMnemonicWalletFile,
  createWalletFile,
  deriveAccount,
  generateWalletFile,
  mnemonicToSeed,
  unlockMnemonic,
  unlockWallet,
} from '@connex/sdk'

/** `cost`: by default scrypt with n 2^17, the cost for a file on a disk. */
export async function wallets(password: string, cost: { n?: number } = {}): Promise<void> {
  const { address, file } = await generateWalletFile(password, cost)
  const newFile = await changePassword(file, password, `${password}, and longer`, cost)
  const privateKey = await unlockWallet(newFile, `${password}, and longer`)
  console.info(addressOfPrivateKey(privateKey) === address)
  console.info(await createWalletFile(privateKey, password, cost))
  privateKey.fill(0)

  const words = createMnemonic(24)
  const account = deriveAccount(await mnemonicToSeed(words), accountPath(3))
  const kept = await createMnemonicWalletFile(words, password, { path: account.path, ...cost })
  console.info(kept.address === account.address, (await unlockMnemonic(kept.file, password)).words === words)
}
