// A wallet file as read: its parts, what opening it costs, and the limits.
import type { Address } from '@connex/protocol'
import { invalid, WalletError } from './WalletError.ts'

export type ScryptParameters = { readonly n: number; readonly r: number; readonly p: number }

export type ScryptKdf = ScryptParameters & {
  readonly name: 'scrypt'
  readonly salt: string
  readonly dklen: 32
}

export type Pbkdf2Kdf = {
  readonly name: 'pbkdf2'
  readonly prf: 'hmac-sha256' | 'hmac-sha512'
  readonly c: number
  readonly salt: string
  readonly dklen: 32
}

/** The presale's own form: the password is also the salt. */
type PresaleKdf = { readonly name: 'pbkdf2'; readonly prf: 'hmac-sha256'; readonly c: 2000 }

/** What opening the file takes, known before anything is derived: n·r·p for scrypt, rounds for pbkdf2. */
export type WalletCost = { readonly memoryBytes: number; readonly work: number }

export type WalletWarning = { readonly code: 'largeMemory' | 'fewRounds'; readonly message: string }

/** The words that ethers stores beside the key, encrypted under the second half of the derived key. */
export type MnemonicExtension = {
  readonly counter: string
  readonly ciphertext: string
  readonly path: string
  readonly locale: string
}

type Described = {
  readonly address: Address | undefined
  /** The address as written, without 0x, where upper and lower case carry a checksum. */
  readonly mixedAddress: string | undefined
  /** Undefined where the file, or its format, has the key alone. */
  readonly mnemonic: MnemonicExtension | undefined
  readonly cost: WalletCost
  readonly warnings: readonly WalletWarning[]
}

export type Version3Wallet = Described & {
  readonly kind: 'v3'
  readonly version: 3
  readonly kdf: ScryptKdf | Pbkdf2Kdf
  readonly iv: string
  readonly ciphertext: string
  readonly mac: string
}

export type PresaleWallet = Described & {
  readonly kind: 'presale'
  readonly version: undefined
  readonly address: Address
  readonly kdf: PresaleKdf
  readonly encseed: string
}

/** The formats of a wallet file, by kind. */
export type WalletFormats = { v3: Version3Wallet; presale: PresaleWallet }

/** A wallet file within every limit. Byte strings are lower-case hex without 0x. */
export type WalletFile = WalletFormats[keyof WalletFormats]

const MIB = 1024 * 1024

/** The limits of a wallet file. All of them are checked before any key is derived. */
export const walletLimits = {
  /** The largest known real file has 2.5 KB. */
  fileBytes: 64 * 1024,
  jsonDepth: 16,
  jsonKeys: 200,
  /** Standard geth files need 256 MiB; engines fail to allocate at 2 GiB. */
  scryptMemoryBytes: 512 * MIB,
  scryptMemoryWarning: 256 * MIB,
  /** n·r·p: four times that of standard geth files. */
  scryptWork: 2 ** 23,
  scryptN: 2 ** 20,
  scryptR: 64,
  scryptP: 64,
  pbkdf2Rounds: 10_000_000,
  pbkdf2RoundsWarning: 100_000,
  saltBytes: { min: 8, max: 64 },
  derivedKeyBytes: 32,
  encseedBytes: { min: 32, max: 1024 },
} as const

/**
 * Memory and work of scrypt; throws where the parameters are wrong or above the limits.
 *
 * @example
 * scryptCost({ n: 131072, r: 8, p: 1 }).memoryBytes // 134217728
 */
export function scryptCost({ n, r, p }: ScryptParameters): WalletCost {
  for (const value of [n, r, p]) {
    if (!Number.isInteger(value) || value < 1)
      throw invalid('A scrypt parameter is not a whole number above 0.')
  }
  // 32-bit operators would take 3·2^32 for a power of two.
  const wide = BigInt(n)
  if (n < 2 || (wide & (wide - 1n)) !== 0n)
    throw invalid('The scrypt cost n is not a power of two from 2 up.')
  const memoryBytes = 128 * n * r
  const work = n * r * p
  if (n > walletLimits.scryptN || r > walletLimits.scryptR || p > walletLimits.scryptP) {
    throw tooCostly(`scrypt with n ${n}, r ${r}, p ${p}`)
  }
  if (memoryBytes > walletLimits.scryptMemoryBytes)
    throw tooCostly(`scrypt with ${memoryBytes} bytes of memory`)
  if (work > walletLimits.scryptWork) throw tooCostly(`scrypt with n·r·p ${work}`)
  return { memoryBytes, work }
}

const tooCostly = (what: string): WalletError => new WalletError('tooCostly', `${what} exceeds the limit.`)

/**
 * The byte strings that a password may have been written as, the likeliest first: wallets normalize differently.
 * An ASCII password has one form only.
 */
export function passwordForms(password: string): Uint8Array[] {
  const texts = [password.normalize('NFKC'), password, password.normalize('NFC'), password.normalize('NFD')]
  return [...new Set(texts)].map((text) => new TextEncoder().encode(text))
}
