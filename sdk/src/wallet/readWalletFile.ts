// Reads a wallet file and refuses what exceeds a limit, before any password.
import type { Address } from '@connex/protocol'
import type { JsonObject } from '../json.ts'
import { isJsonObject } from '../json.ts'
import { invalid, WalletError } from './WalletError.ts'
import type {
  MnemonicExtension,
  Pbkdf2Kdf,
  PresaleWallet,
  ScryptKdf,
  Version3Wallet,
  WalletCost,
  WalletFile,
  WalletWarning,
} from './WalletFile.ts'
import { scryptCost, walletLimits } from './WalletFile.ts'
import { ACCOUNT_PATH, parseDerivationPath } from './derivationPath.ts'
import { field, hexField, objectField, parseWalletText, positiveField } from './walletText.ts'

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

/** The files of the 2014 presale: only the address reveals whether a password is right. */
function readPresale(json: JsonObject): PresaleWallet {
  const encseed = hexField(json, 'encseed', walletLimits.encseedBytes)
  if (encseed.length % 32 !== 0) throw invalid("The field 'encseed' is not made of whole blocks of 16 bytes.")
  return Object.freeze({
    kind: 'presale',
    version: undefined,
    ...addressFields(json, 'ethaddr'),
    mnemonic: undefined,
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
  const written = String(field(json, name)).slice(-digits.length)
  const isMixed = written !== digits && written !== digits.toUpperCase()
  return { address: `0x${digits}` as Address, mixedAddress: isMixed ? written : undefined }
}

type KdfReading = { kdf: ScryptKdf | Pbkdf2Kdf; cost: WalletCost; warnings: readonly WalletWarning[] }

/** The key derivation of a version 3 file, within the limits. */
function readKdf(crypto: JsonObject): KdfReading {
  const name = field(crypto, 'kdf')
  if (name !== 'scrypt' && name !== 'pbkdf2')
    throw invalid("The key derivation is neither 'scrypt' nor 'pbkdf2'.")
  const parameters = objectField(crypto, 'kdfparams')
  if (field(parameters, 'dklen') !== walletLimits.derivedKeyBytes)
    throw invalid('The derived key length is not 32.')
  return name === 'scrypt' ? readScrypt(parameters) : readPbkdf2(parameters)
}

function readScrypt(parameters: JsonObject): KdfReading {
  const factors = {
    n: positiveField(parameters, 'n'),
    r: positiveField(parameters, 'r'),
    p: positiveField(parameters, 'p'),
  }
  const cost = scryptCost(factors)
  const salt = hexField(parameters, 'salt', walletLimits.saltBytes)
  return {
    kdf: Object.freeze({ name: 'scrypt', ...factors, salt, dklen: walletLimits.derivedKeyBytes }),
    cost: Object.freeze(cost),
    warnings:
      cost.memoryBytes > walletLimits.scryptMemoryWarning
        ? [
            warning(
              'largeMemory',
              `Opening this wallet takes ${Math.ceil(cost.memoryBytes / 2 ** 20)} MiB of memory.`,
            ),
          ]
        : [],
  }
}

function readPbkdf2(parameters: JsonObject): KdfReading {
  const prf = field(parameters, 'prf')
  if (prf !== 'hmac-sha256' && prf !== 'hmac-sha512') {
    throw invalid("The pbkdf2 hash is neither 'hmac-sha256' nor 'hmac-sha512'.")
  }
  const c = positiveField(parameters, 'c')
  if (c > walletLimits.pbkdf2Rounds) {
    throw new WalletError(
      'tooCostly',
      `pbkdf2 with ${c} rounds; at most ${walletLimits.pbkdf2Rounds} are allowed.`,
    )
  }
  const salt = hexField(parameters, 'salt', walletLimits.saltBytes)
  return {
    kdf: Object.freeze({ name: 'pbkdf2', prf, c, salt, dklen: walletLimits.derivedKeyBytes }),
    cost: Object.freeze({ memoryBytes: 0, work: c }),
    warnings: c < walletLimits.pbkdf2RoundsWarning ? [fewRounds(c)] : [],
  }
}

const warning = (code: WalletWarning['code'], message: string): WalletWarning =>
  Object.freeze({ code, message })

/** Passwords under so few rounds can be guessed at great speed. */
const fewRounds = (c: number): WalletWarning =>
  warning('fewRounds', `This wallet protects its password with only ${c} rounds of pbkdf2.`)

const SIXTEEN = { min: 16, max: 16 }

/** The extension that ethers writes (`x-ethers`, version 0.1); undefined where the file has none. */
function readMnemonicExtension(wallet: JsonObject): MnemonicExtension | undefined {
  const extension = field(wallet, 'x-ethers')
  if (!isJsonObject(extension) || field(extension, 'version') !== '0.1') return undefined
  if (field(extension, 'mnemonicciphertext') === undefined) return undefined
  const ciphertext = hexField(extension, 'mnemonicciphertext', { min: 16, max: 32 })
  if (ciphertext.length % 8 !== 0) throw invalid('The mnemonic is not made of whole words.')
  const path = field(extension, 'path') ?? ACCOUNT_PATH
  if (typeof path !== 'string') throw invalid("The mnemonic's path is not text.")
  parseDerivationPath(path)
  const locale = field(extension, 'locale') ?? 'en'
  if (typeof locale !== 'string' || !/^[a-z_]{2,8}$/.test(locale))
    throw invalid("The mnemonic's language is not a language code.")
  return Object.freeze({ counter: hexField(extension, 'mnemoniccounter', SIXTEEN), ciphertext, path, locale })
}
