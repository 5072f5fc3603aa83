import type { Address } from '@connex/protocol'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { createWalletFile, type CreateWalletOptions } from './createWalletFile.ts'
import { deriveAccount } from './deriveAccount.ts'
import { ACCOUNT_PATH } from './derivationPath.ts'
import { mnemonicToSeed } from './mnemonicToSeed.ts'
import { normalizeWords } from './normalizeWords.ts'

export type CreateMnemonicWalletOptions = Omit<CreateWalletOptions, 'mnemonic'> & { readonly path?: string }

/**
 * A wallet file for the account of a mnemonic, with the words kept in it encrypted, as ethers writes and reads them.
 *
 * @example
 * const { address, file } = await createMnemonicWalletFile(createMnemonic(), password)
 */
export async function createMnemonicWalletFile(
  words: string,
  password: string,
  { path = ACCOUNT_PATH, ...options }: CreateMnemonicWalletOptions = {},
): Promise<{ address: Address; file: string }> {
  const seed = await mnemonicToSeed(words)
  const { address, privateKey } = deriveAccount(seed, path)
  const entropy = mnemonicToEntropy(normalizeWords(words), wordlist)
  try {
    const mnemonic = { entropy, path, locale: 'en' }
    return { address, file: await createWalletFile(privateKey, password, { ...options, mnemonic }) }
  } finally {
    for (const secret of [seed, privateKey, entropy]) secret.fill(0)
  }
}
