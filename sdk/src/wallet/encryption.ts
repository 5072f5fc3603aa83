// Keys from passwords, and the cipher under them.
import { ctr } from '@noble/ciphers/aes.js'
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { scryptAsync as scryptInJavaScript } from '@noble/hashes/scrypt.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { scrypt as scryptInWebAssembly } from 'hash-wasm'
import { WalletError } from './WalletError.ts'
import type { ScryptParameters } from './WalletFile.ts'
import { walletLimits } from './WalletFile.ts'
import type { DerivationHooks } from './unlockProgress.ts'

type ScryptDerivation = ScryptParameters & { password: Uint8Array; salt: Uint8Array; length: number }

/**
 * scrypt in WebAssembly, or in JavaScript where a policy or an old browser refuses WebAssembly (about 1.7 times
 * slower). The former blocks its thread until it is done: in a browser it belongs into a worker.
 */
export async function deriveScrypt(
  derivation: ScryptDerivation,
  hooks: DerivationHooks = {},
): Promise<Uint8Array> {
  const derived = await deriveInWebAssembly(derivation, hooks).catch(() =>
    deriveInJavaScript(derivation, hooks),
  )
  hooks.signal?.throwIfAborted()
  return derived
}

async function deriveInWebAssembly(
  derivation: ScryptDerivation,
  { onProgress }: DerivationHooks,
): Promise<Uint8Array> {
  const milliseconds = onProgress && (await estimate(derivation))
  if (milliseconds !== undefined) onProgress?.({ fraction: 0, next: { fraction: 1, milliseconds } })
  return await compute(derivation)
}

// HMAC pads its key with zeros: one zero byte is the same key as none, and every engine takes it.
const keyOf = (password: Uint8Array): Uint8Array => (password.length === 0 ? new Uint8Array(1) : password)

const compute = ({ password, salt, n, r, p, length }: ScryptDerivation): Promise<Uint8Array> =>
  scryptInWebAssembly({
    password: keyOf(password),
    salt,
    costFactor: n,
    blockSize: r,
    parallelism: p,
    hashLength: length,
    outputType: 'binary',
  })

async function deriveInJavaScript(
  derivation: ScryptDerivation,
  { onProgress, signal }: DerivationHooks,
): Promise<Uint8Array> {
  const { password, salt, n, r, p, length } = derivation
  signal?.throwIfAborted()
  let reported = -1
  try {
    return await scryptInJavaScript(password, salt, {
      N: n,
      r,
      p,
      dkLen: length,
      maxmem: walletLimits.scryptMemoryBytes + 2 ** 20,
      asyncTick: 25,
      // What is thrown here ends the derivation and wipes its memory.
      onProgress: (fraction) => {
        signal?.throwIfAborted()
        // It calls ten thousand times; a hundred are enough.
        if (fraction < reported + 0.01) return
        reported = fraction
        onProgress?.({ fraction })
      },
    })
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof RangeError) throw new WalletError('outOfMemory', undefined, cause)
    throw cause
  }
}

const SAMPLE = 64

/** Milliseconds to expect, from a sixty-fourth of the work; undefined where that is too little to measure. */
async function estimate(derivation: ScryptDerivation): Promise<number | undefined> {
  const n = derivation.n / SAMPLE
  if (n * derivation.r * derivation.p < 2 ** 12) return undefined
  // The first call compiles; it would be measured along.
  await compute({ ...derivation, n: 2 })
  const startedAt = performance.now()
  await compute({ ...derivation, n })
  return (performance.now() - startedAt) * SAMPLE
}

type Pbkdf2Derivation = {
  password: Uint8Array
  salt: Uint8Array
  prf: 'hmac-sha256' | 'hmac-sha512'
  c: number
  length: number
}

const HASHES = {
  'hmac-sha256': { name: 'SHA-256', noble: sha256 },
  'hmac-sha512': { name: 'SHA-512', noble: sha512 },
} as const

/** PBKDF2 by the platform's own cryptography, or in JavaScript where there is none (a page without https). */
export async function derivePbkdf2(
  derivation: Pbkdf2Derivation,
  { signal }: DerivationHooks = {},
): Promise<Uint8Array> {
  signal?.throwIfAborted()
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  const derived =
    subtle === undefined ? await pbkdf2InJavaScript(derivation) : await pbkdf2Natively(derivation, subtle)
  signal?.throwIfAborted()
  return derived
}

const pbkdf2InJavaScript = ({ password, salt, prf, c, length }: Pbkdf2Derivation): Promise<Uint8Array> =>
  pbkdf2Async(HASHES[prf].noble, password, salt, { c, dkLen: length, asyncTick: 25 })

async function pbkdf2Natively(
  { password, salt, prf, c, length }: Pbkdf2Derivation,
  subtle: SubtleCrypto,
): Promise<Uint8Array> {
  const key = await subtle.importKey('raw', copy(password), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: HASHES[prf].name, salt: copy(salt), iterations: c }
  return new Uint8Array(await subtle.deriveBits(algorithm, key, length * 8))
}

// WebCrypto does not take views on shared memory; the types forbid them.
const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

/**
 * AES in counter mode, which encrypts and decrypts alike. Keys of 16, 24 or 32 bytes; any other throws.
 *
 * @example
 * aesCtr(derivedKey.subarray(0, 16), iv, ciphertext)
 */
export function aesCtr(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  return ctr(key, iv).encrypt(data)
}
