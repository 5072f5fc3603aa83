import { mnemonicToSeed as stretch, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { normalizeWords } from './normalizeWords.ts'
import { WalletError } from './WalletError.ts'

/**
 * The 64-byte seed of twelve to twenty-four English words (BIP-39). Wrong words or a wrong check sum are refused.
 *
 * @example
 * const { privateKey } = deriveAccount(await mnemonicToSeed('test test … junk'))
 */
export async function mnemonicToSeed(words: string, passphrase = ''): Promise<Uint8Array> {
  const normalized = normalizeWords(words)
  if (!validateMnemonic(normalized, wordlist)) {
    throw new WalletError(
      'invalidMnemonic',
      'A word is not in the list, or the words do not belong together.',
    )
  }
  return await stretch(normalized, passphrase)
}
