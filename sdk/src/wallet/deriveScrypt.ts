import { scrypt as scryptInWebAssembly } from 'hash-wasm'
import { scryptAsync as scryptInJavaScript } from '@noble/hashes/scrypt.js'
import type { DerivationHooks } from './UnlockProgress.ts'
import { WalletError } from './WalletError.ts'
import type { ScryptParameters } from './WalletFile.ts'
import { walletLimits } from './walletLimits.ts'

type Derivation = ScryptParameters & { password: Uint8Array; salt: Uint8Array; length: number }

/**
 * scrypt in WebAssembly, or in JavaScript where a policy or an old browser refuses WebAssembly (about 1.7 times
 * slower). The former blocks its thread until it is done: in a browser it belongs into a worker.
 */
export async function deriveScrypt(derivation: Derivation, hooks: DerivationHooks = {}): Promise<Uint8Array> {
  const derived = await inWebAssembly(derivation, hooks).catch(() => inJavaScript(derivation, hooks))
  hooks.signal?.throwIfAborted()
  return derived
}

async function inWebAssembly(derivation: Derivation, { onProgress }: DerivationHooks): Promise<Uint8Array> {
  const milliseconds = onProgress && (await estimate(derivation))
  if (milliseconds !== undefined) onProgress?.({ fraction: 0, next: { fraction: 1, milliseconds } })
  return await compute(derivation)
}

// HMAC pads its key with zeros: one zero byte is the same key as none, and every engine takes it.
const keyOf = (password: Uint8Array): Uint8Array => (password.length === 0 ? new Uint8Array(1) : password)

const compute = ({ password, salt, n, r, p, length }: Derivation): Promise<Uint8Array> =>
  scryptInWebAssembly({
    password: keyOf(password),
    salt,
    costFactor: n,
    blockSize: r,
    parallelism: p,
    hashLength: length,
    outputType: 'binary',
  })

async function inJavaScript(
  derivation: Derivation,
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
async function estimate(derivation: Derivation): Promise<number | undefined> {
  const n = derivation.n / SAMPLE
  if (n * derivation.r * derivation.p < 2 ** 12) return undefined
  // The first call compiles; it would be measured along.
  await compute({ ...derivation, n: 2 })
  const startedAt = performance.now()
  await compute({ ...derivation, n })
  return (performance.now() - startedAt) * SAMPLE
}
