import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/**
 * Random English words for a new wallet: 12, or 24.
 *
 * @example
 * const account = deriveAccount(await mnemonicToSeed(createMnemonic(24)))
 */
export const createMnemonic = (words: 12 | 24 = 12): string =>
  generateMnemonic(wordlist, words === 12 ? 128 : 256)
