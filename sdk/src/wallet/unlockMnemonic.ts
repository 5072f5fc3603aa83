import { entropyToMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { equalBytes } from '@noble/ciphers/utils.js'
import { deriveAccount } from './deriveAccount.ts'
import { openWallet, type OpenedSource, type WalletSource } from './openWallet.ts'
import type { UnlockOptions } from './unlockWallet.ts'
import { WalletError } from './WalletError.ts'

export type WalletWords = { readonly words: string; readonly path: string }

/**
 * The words that a wallet file keeps beside its key, and the path by which they lead to it.
 *
 * @example
 * const { words, path } = await unlockMnemonic(file, password)
 */
export async function unlockMnemonic(
  source: WalletSource,
  password: string,
  options: UnlockOptions = {},
): Promise<WalletWords> {
  const opened = await openWallet(source, password, options)
  try {
    return await wordsOf(opened)
  } finally {
    opened.privateKey.fill(0)
    opened.entropy?.fill(0)
  }
}

async function wordsOf({ wallet, privateKey, entropy }: OpenedSource): Promise<WalletWords> {
  if (wallet.kind !== 'v3' || wallet.mnemonic === undefined || entropy === undefined)
    throw new WalletError('noMnemonic')
  const { path, locale } = wallet.mnemonic
  if (locale !== 'en')
    throw new WalletError('noMnemonic', `The words are in the language '${locale}', not English.`)
  const words = entropyToMnemonic(entropy, wordlist)
  const account = deriveAccount(await mnemonicToSeed(words), path)
  const isItsOwn = equalBytes(account.privateKey, privateKey)
  account.privateKey.fill(0)
  if (!isItsOwn) throw new WalletError('invalidMnemonic', "The words lead to another key than the file's.")
  return { words, path }
}
