import { ACCOUNT_PATH, parseDerivationPath } from './derivationPath.ts'
import { field, hexField, invalid, isJsonObject, type JsonObject } from './fields.ts'
import type { MnemonicExtension } from './WalletFile.ts'

const SIXTEEN = { min: 16, max: 16 }

/** The extension that ethers writes (`x-ethers`, version 0.1); undefined where the file has none. */
export function readMnemonicExtension(wallet: JsonObject): MnemonicExtension | undefined {
  const extension = field(wallet, 'x-ethers')
  if (!isJsonObject(extension) || field(extension, 'version') !== '0.1') return undefined
  if (field(extension, 'mnemonicciphertext') === undefined) return undefined
  const ciphertext = hexField(extension, 'mnemonicciphertext', { min: 16, max: 32 })
  if (ciphertext.length % 8 !== 0) throw invalid('The mnemonic is not made of whole words.')
  const path = field(extension, 'path') ?? ACCOUNT_PATH
  if (typeof path !== 'string') throw invalid("The mnemonic's path is no text.")
  parseDerivationPath(path)
  const locale = field(extension, 'locale') ?? 'en'
  if (typeof locale !== 'string' || !/^[a-z_]{2,8}$/.test(locale))
    throw invalid("The mnemonic's language is no code.")
  return Object.freeze({ counter: hexField(extension, 'mnemoniccounter', SIXTEEN), ciphertext, path, locale })
}
