// New wallet files in version 3.
import type { Address } from '@connex/protocol'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, randomBytes } from '@noble/hashes/utils.js'
import { WalletError } from './WalletError.ts'
import type { ScryptParameters } from './WalletFile.ts'
import { scryptCost } from './WalletFile.ts'
import { aesCtr, deriveScrypt } from './encryption.ts'
import type { WalletSource } from './openWallet.ts'
import { openWallet } from './openWallet.ts'
import { addressOfPrivateKey, generatePrivateKey } from './privateKey.ts'
import type { DerivationHooks } from './unlockProgress.ts'

type WalletMnemonic = { readonly entropy: Uint8Array; readonly path: string; readonly locale: string }

export type CreateWalletOptions = Partial<ScryptParameters> &
  DerivationHooks & {
    /** The words behind the key, to store encrypted beside it. */
    readonly mnemonic?: WalletMnemonic | undefined
  }

/** The specification's cost (§9). */
const DEFAULT_SCRYPT: ScryptParameters = Object.freeze({ n: 2 ** 17, r: 8, p: 1 })

/**
 * A version 3 wallet file for a private key, as JSON text. scrypt with n 2^17, r 8, p 1 by default.
 *
 * @example
 * await writeFile('alpenbank.json', await createWalletFile(privateKey, password), { mode: 0o600 })
 */
export async function createWalletFile(
  privateKey: Uint8Array,
  password: string,
  options: CreateWalletOptions = {},
): Promise<string> {
  const address = addressOfPrivateKey(privateKey).slice(2)
  const { n = DEFAULT_SCRYPT.n, r = DEFAULT_SCRYPT.r, p = DEFAULT_SCRYPT.p, mnemonic } = options
  checkCost({ n, r, p })
  const salt = randomBytes(32)
  const length = mnemonic === undefined ? 32 : 64
  const derived = await deriveScrypt({ password: passwordBytes(password), salt, n, r, p, length }, options)
  const iv = randomBytes(16)
  const ciphertext = aesCtr(derived.subarray(0, 16), iv, privateKey)
  const file = {
    version: 3,
    id: uuid(),
    address,
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: bytesToHex(iv) },
      ciphertext: bytesToHex(ciphertext),
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n, p, r, salt: bytesToHex(salt) },
      mac: bytesToHex(keccak_256(concatBytes(derived.subarray(16, 32), ciphertext))),
    },
    ...(mnemonic && { 'x-ethers': mnemonicExtension(mnemonic, derived.subarray(32, 64)) }),
  }
  derived.fill(0)
  return JSON.stringify(file)
}

/** NFKC, which is the form that a reader tries first. A lone surrogate has no UTF-8 form: it would open by any other. */
function passwordBytes(password: string): Uint8Array {
  if (password === '') throw new WalletError('invalidPassword', 'The new password must not be empty.')
  if (!password.isWellFormed())
    throw new WalletError('invalidPassword', 'The password is not well-formed Unicode.')
  return new TextEncoder().encode(password.normalize('NFKC'))
}

function checkCost(cost: ScryptParameters): void {
  try {
    scryptCost(cost)
  } catch (cause) {
    throw new WalletError('invalidCost', cause instanceof WalletError ? cause.detail : undefined, cause)
  }
}

function mnemonicExtension({ entropy, path, locale }: WalletMnemonic, key: Uint8Array) {
  const counter = randomBytes(16)
  return {
    client: 'connex',
    version: '0.1',
    path,
    locale,
    mnemonicCounter: bytesToHex(counter),
    mnemonicCiphertext: bytesToHex(aesCtr(key, counter, entropy)),
  }
}

/** A version 4 UUID; crypto.randomUUID is missing on pages without https. */
function uuid(): string {
  const bytes = randomBytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * A wallet file with a new random key.
 *
 * @example
 * const { address, file } = await generateWalletFile(password)
 */
export async function generateWalletFile(
  password: string,
  options: Omit<CreateWalletOptions, 'mnemonic'> = {},
): Promise<{ address: Address; file: string }> {
  const privateKey = generatePrivateKey()
  try {
    return {
      address: addressOfPrivateKey(privateKey),
      file: await createWalletFile(privateKey, password, options),
    }
  } finally {
    privateKey.fill(0)
  }
}

type ChangePasswordOptions = Omit<CreateWalletOptions, 'mnemonic'>

/**
 * The same key, and the same mnemonic where the file holds one, under another password: a new file in version 3 with
 * a new salt. The old file still opens with the old password.
 *
 * @example
 * const file = await changePassword(oldFile, 'old password', 'new password')
 */
export async function changePassword(
  source: WalletSource,
  password: string,
  newPassword: string,
  options: ChangePasswordOptions = {},
): Promise<string> {
  const { wallet, privateKey, entropy } = await openWallet(source, password, { signal: options.signal })
  try {
    const mnemonic = wallet.mnemonic && entropy ? { ...wallet.mnemonic, entropy } : undefined
    return await createWalletFile(privateKey, newPassword, { ...options, mnemonic })
  } finally {
    privateKey.fill(0)
    entropy?.fill(0)
  }
}
