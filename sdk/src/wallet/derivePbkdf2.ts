import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import type { DerivationHooks } from './UnlockProgress.ts'

type Derivation = {
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
  derivation: Derivation,
  { signal }: DerivationHooks = {},
): Promise<Uint8Array> {
  signal?.throwIfAborted()
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  const derived = subtle === undefined ? await inJavaScript(derivation) : await natively(derivation, subtle)
  signal?.throwIfAborted()
  return derived
}

const inJavaScript = ({ password, salt, prf, c, length }: Derivation): Promise<Uint8Array> =>
  pbkdf2Async(HASHES[prf].noble, password, salt, { c, dkLen: length, asyncTick: 25 })

async function natively(
  { password, salt, prf, c, length }: Derivation,
  subtle: SubtleCrypto,
): Promise<Uint8Array> {
  const key = await subtle.importKey('raw', copy(password), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: HASHES[prf].name, salt: copy(salt), iterations: c }
  return new Uint8Array(await subtle.deriveBits(algorithm, key, length * 8))
}

// WebCrypto takes no view on shared memory, and the types say so.
const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)
