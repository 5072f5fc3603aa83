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

  const mnemonic = createMnemonic(24)
  const account = deriveAccount(await mnemonicToSeed(mnemonic), accountPath(3))
  const stored = await createMnemonicWalletFile(mnemonic, password, { path: account.path, ...cost })
  console.info(
    stored.address === account.address,
    (await unlockMnemonic(stored.file, password)).mnemonic === mnemonic,
  )
}
