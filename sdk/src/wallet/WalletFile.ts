import type { Address } from '@connex/protocol'

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
export type PresaleKdf = { readonly name: 'pbkdf2'; readonly prf: 'hmac-sha256'; readonly c: 2000 }

/** What opening the file takes, known before anything is derived: n·r·p for scrypt, rounds for pbkdf2. */
export type WalletCost = { readonly memoryBytes: number; readonly work: number }

export type WalletWarning = { readonly code: 'largeMemory' | 'fewRounds'; readonly message: string }

/** The words that ethers keeps beside the key, encrypted under the second half of the derived key. */
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
  readonly mnemonic: MnemonicExtension | undefined
}

export type PresaleWallet = Described & {
  readonly kind: 'presale'
  readonly version: undefined
  readonly address: Address
  readonly kdf: PresaleKdf
  readonly encseed: string
}

/** A wallet file that was read and found within every limit. Byte strings are lower-case hex without 0x. */
export type WalletFile = Version3Wallet | PresaleWallet
