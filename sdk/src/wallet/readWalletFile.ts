import type { Address } from '@connex/protocol'
import { field, hexField, invalid, objectField, type JsonObject } from './fields.ts'
import { parseWalletText } from './parseWalletText.ts'
import { fewRounds, readKdf } from './readKdf.ts'
import { readMnemonicExtension } from './readMnemonicExtension.ts'
import { WalletError } from './WalletError.ts'
import type { PresaleWallet, Version3Wallet, WalletFile } from './WalletFile.ts'
import { walletLimits } from './walletLimits.ts'

const exactly = (bytes: number) => ({ min: bytes, max: bytes })
const NO_ADDRESS = { address: undefined, mixedAddress: undefined }

/**
 * Reads a wallet file and checks every limit; derives nothing. Throws a WalletError.
 *
 * @example
 * const wallet = readWalletFile(await readFile('alpenbank.json'))
 * wallet.address // '0x5b38…', or undefined where the file names none
 * wallet.cost.memoryBytes // 134217728
 */
export function readWalletFile(source: Uint8Array | string): WalletFile {
  const json = parseWalletText(source)
  if (field(json, 'encseed') != null) return readPresale(json)
  const version = field(json, 'version')
  if (version == null) throw new WalletError('noVersion')
  if (version !== 3) throw invalid(versionFault(version))
  return readVersion3(json)
}

function versionFault(version: unknown): string {
  if (version === '3') return "The version is the text '3', and not the number 3."
  return typeof version === 'number'
    ? `The version is ${version}, and not 3.`
    : 'The version is not the number 3.'
}

function readVersion3(json: JsonObject): Version3Wallet {
  const crypto = objectField(json, 'crypto')
  if (field(crypto, 'cipher') !== 'aes-128-ctr') throw new WalletError('unsupportedCipher')
  const { kdf, cost, warnings } = readKdf(crypto)
  return Object.freeze({
    kind: 'v3',
    version: 3,
    ...(field(json, 'address') == null ? NO_ADDRESS : addressFields(json, 'address')),
    kdf,
    cost,
    warnings: Object.freeze(warnings),
    iv: hexField(objectField(crypto, 'cipherparams'), 'iv', exactly(16)),
    ciphertext: hexField(crypto, 'ciphertext', exactly(32)),
    mac: hexField(crypto, 'mac', exactly(32)),
    mnemonic: readMnemonicExtension(json),
  })
}

/** The files of the 2014 presale: nothing but the address tells whether a password is right. */
function readPresale(json: JsonObject): PresaleWallet {
  const encseed = hexField(json, 'encseed', walletLimits.encseedBytes)
  if (encseed.length % 32 !== 0) throw invalid("The field 'encseed' is not made of whole blocks of 16 bytes.")
  return Object.freeze({
    kind: 'presale',
    version: undefined,
    ...addressFields(json, 'ethaddr'),
    kdf: Object.freeze({ name: 'pbkdf2', prf: 'hmac-sha256', c: 2000 }),
    cost: Object.freeze({ memoryBytes: 0, work: 2000 }),
    warnings: Object.freeze([fewRounds(2000)]),
    encseed,
  })
}

/** Lower case; and as written where its case is mixed, for `requireChecksum`. */
function addressFields(
  json: JsonObject,
  name: string,
): { address: Address; mixedAddress: string | undefined } {
  const digits = hexField(json, name, exactly(20))
  const given = String(field(json, name)).slice(-digits.length)
  const isMixed = given !== digits && given !== digits.toUpperCase()
  return { address: `0x${digits}` as Address, mixedAddress: isMixed ? given : undefined }
}
