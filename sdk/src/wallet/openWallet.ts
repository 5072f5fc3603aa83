// Opens a wallet file with a password: version 3 or presale, in each form of the password.
import { cbc } from '@noble/ciphers/aes.js'
import { equalBytes } from '@noble/ciphers/utils.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { invalid, WalletError } from './WalletError.ts'
import type { PresaleWallet, Version3Wallet, WalletFile, WalletFormats } from './WalletFile.ts'
import { passwordForms } from './WalletFile.ts'
import { aesCtr, derivePbkdf2, deriveScrypt } from './encryption.ts'
import { addressOfPrivateKey } from './privateKey.ts'
import { readWalletFile } from './readWalletFile.ts'
import type { DerivationHooks, UnlockProgress } from './unlockProgress.ts'

export type UnlockOptions = DerivationHooks

/**
 * The private key of a wallet file, 32 bytes, for the caller to wipe. Rejects with the WalletError 'Error unlocking
 * wallet', with the fault as its cause ('incorrect password' …), or with the signal's reason.
 *
 * @example
 * const privateKey = await unlockWallet(wallet, password, { signal: AbortSignal.timeout(30_000) })
 * const signer = createLocalSigner(privateKey, { chainId: 31337 })
 * privateKey.fill(0)
 */
export async function unlockWallet(
  source: WalletSource,
  password: string,
  options: UnlockOptions = {},
): Promise<Uint8Array> {
  const { privateKey, entropy } = await openWallet(source, password, options)
  entropy?.fill(0)
  options.onProgress?.({ fraction: 1 })
  return privateKey
}

/** A wallet file as read, or its content. */
export type WalletSource = WalletFile | Uint8Array | string

export type OpenedSource = OpenedWallet & { wallet: WalletFile }

/** Everything that a password opens. Rejects with 'Error unlocking wallet' and its cause, or the signal's reason. */
export async function openWallet(
  source: WalletSource,
  password: string,
  hooks: DerivationHooks,
): Promise<OpenedSource> {
  hooks.signal?.throwIfAborted()
  try {
    const wallet =
      typeof source === 'string' || source instanceof Uint8Array ? readWalletFile(source) : source
    requireChecksum(wallet)
    return { wallet, ...checked(wallet, await tryForms(wallet, passwordForms(password), hooks)) }
  } catch (cause) {
    hooks.signal?.throwIfAborted()
    throw new WalletError('unlockFailed', cause instanceof Error ? cause.message : undefined, cause)
  }
}

async function tryForms(
  wallet: WalletFile,
  forms: Uint8Array[],
  hooks: DerivationHooks,
): Promise<OpenedWallet> {
  for (const [index, form] of forms.entries()) {
    const share = { ...hooks, onProgress: hooks.onProgress && within(index, forms.length, hooks.onProgress) }
    const opened = await openWith(wallet.kind, wallet, form, share)
    form.fill(0)
    if (opened !== undefined) return opened
  }
  throw new WalletError('incorrectPassword')
}

type Opener<Wallet> = (
  wallet: Wallet,
  password: Uint8Array,
  hooks: DerivationHooks,
) => Promise<OpenedWallet | undefined>

const OPENERS: { [Kind in keyof WalletFormats]: Opener<WalletFormats[Kind]> } = {
  v3: openVersion3,
  presale: openPresale,
}

const openWith = <Kind extends keyof WalletFormats>(
  kind: Kind,
  wallet: WalletFormats[Kind],
  password: Uint8Array,
  hooks: DerivationHooks,
): Promise<OpenedWallet | undefined> => OPENERS[kind](wallet, password, hooks)

/** One attempt's progress as a share of all attempts. */
function within(index: number, attempts: number, report: (progress: UnlockProgress) => void) {
  const overall = (fraction: number) => (index + fraction) / attempts
  return ({ fraction, next }: UnlockProgress) =>
    report({
      fraction: overall(fraction),
      ...(next && { next: { ...next, fraction: overall(next.fraction) } }),
    })
}

/** The MAC covers neither the iv nor the address: a changed one opens another key, which only the address betrays. */
function checked(wallet: WalletFile, opened: OpenedWallet): OpenedWallet {
  try {
    if (!secp256k1.utils.isValidSecretKey(opened.privateKey))
      throw invalid('The private key is out of range.')
    if (wallet.address !== undefined && addressOfPrivateKey(opened.privateKey) !== wallet.address) {
      throw new WalletError('addressMismatch')
    }
    return opened
  } catch (error) {
    opened.privateKey.fill(0)
    opened.entropy?.fill(0)
    throw error
  }
}

type OpenedWallet = { privateKey: Uint8Array; entropy: Uint8Array | undefined }

/** Opens a version 3 file with one form of a password; undefined where the MAC rejects it. */
async function openVersion3(
  wallet: Version3Wallet,
  password: Uint8Array,
  hooks: DerivationHooks,
): Promise<OpenedWallet | undefined> {
  const derived = await derive(wallet, password, hooks)
  try {
    const ciphertext = hexToBytes(wallet.ciphertext)
    const mac = keccak_256(concatBytes(derived.subarray(16, 32), ciphertext))
    // Compared in constant time, and before anything is decrypted.
    if (!equalBytes(mac, hexToBytes(wallet.mac))) return undefined
    return {
      privateKey: aesCtr(derived.subarray(0, 16), hexToBytes(wallet.iv), ciphertext),
      entropy: wallet.mnemonic && decryptEntropy(wallet.mnemonic, derived.subarray(32, 64)),
    }
  } finally {
    derived.fill(0)
  }
}

const decryptEntropy = (mnemonic: { counter: string; ciphertext: string }, key: Uint8Array): Uint8Array =>
  aesCtr(key, hexToBytes(mnemonic.counter), hexToBytes(mnemonic.ciphertext))

function derive(
  { kdf, mnemonic }: Version3Wallet,
  password: Uint8Array,
  hooks: DerivationHooks,
): Promise<Uint8Array> {
  const salt = hexToBytes(kdf.salt)
  // A mnemonic is encrypted under the 32 bytes that follow the derived key proper.
  const length = mnemonic === undefined ? kdf.dklen : 2 * kdf.dklen
  return kdf.name === 'scrypt'
    ? deriveScrypt({ ...kdf, salt, password, length }, hooks)
    : derivePbkdf2({ ...kdf, salt, password, length }, hooks)
}

/**
 * Opens a presale file with one form of a password. The file has no MAC: a wrong password shows in the padding, or
 * in a seed that is not the hex text which the presale wrote. A good seed under another address is not a wrong
 * password; the caller compares the addresses.
 */
async function openPresale(
  wallet: PresaleWallet,
  password: Uint8Array,
  hooks: DerivationHooks,
): Promise<OpenedWallet | undefined> {
  const { c, prf } = wallet.kdf
  const key = await derivePbkdf2({ password, salt: password, prf, c, length: 16 }, hooks)
  const seed = decrypt(key, hexToBytes(wallet.encseed))
  key.fill(0)
  if (seed === undefined) return undefined
  const privateKey = keccak_256(seed)
  const isRight = isHexText(seed) || addressOfPrivateKey(privateKey) === wallet.address
  seed.fill(0)
  return isRight ? { privateKey, entropy: undefined } : undefined
}

function decrypt(key: Uint8Array, encseed: Uint8Array): Uint8Array | undefined {
  try {
    return cbc(key, encseed.subarray(0, 16)).decrypt(encseed.subarray(16))
  } catch {
    return undefined
  }
}

const isHexText = (bytes: Uint8Array): boolean => /^(?:[0-9a-f]{2})+$/i.test(String.fromCharCode(...bytes))

/**
 * Throws the WalletError `addressChecksum` if the file's address is in mixed case and breaks the checksum of EIP-55, which
 * betrays a mistyped character. Reading the file does not check it: the login would have to load keccak for that.
 */
export function requireChecksum({ mixedAddress }: WalletFile): void {
  if (mixedAddress !== undefined && mixedAddress !== withChecksum(mixedAddress.toLowerCase()))
    throw new WalletError(
      'addressChecksum',
      'A character of the address was changed. Use another copy of this file.',
    )
}

/** A letter is upper case if the hash has a digit of 8 or above in its place. */
function withChecksum(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return digits.replaceAll(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  )
}
