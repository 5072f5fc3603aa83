import type { Address } from '@connex/protocol'
import { ConnexError } from '../errors.ts'
import { guardSigner } from './guardSigner.ts'
import { readSignature } from './keySignature.ts'
import type { KeySignature } from './keySignature.ts'
import { parseAddress } from './parseToSign.ts'
import { KeyError } from './KeyError.ts'
import type { Signer } from './Signer.ts'

export type DigestSignerOptions = {
  /** The key's. Every signature is checked against it. */
  readonly address: Address
  readonly chainId: number
  /**
   * Signs a digest of 32 bytes: the keccak-256 of `preimage`, for a key that hashes itself. v does not matter, nor whether s
   * is low. Not called again after an error.
   */
  readonly signDigest: (digest: Uint8Array, preimage: Uint8Array) => Promise<KeySignature>
}

/**
 * A signer whose key lies elsewhere, in a KMS or an HSM: it makes what is signed itself, as createLocalSigner does, and hands
 * over a digest alone. `lock` forgets the address; the key stays where it is.
 *
 * @example
 * const signer = createDigestSigner({ address, chainId: 31337, signDigest: (digest) => kms.sign(digest) })
 */
export function createDigestSigner({ address, chainId, signDigest }: DigestSignerOptions): Signer {
  const own = parseAddress(address, 'address')
  const signElsewhere: typeof signDigest = async (digest, preimage) => {
    try {
      return await signDigest(digest, preimage)
    } catch (error) {
      throw error instanceof ConnexError || isAbort(error) ? error : failed(error)
    }
  }
  return guardSigner(
    {
      address: own,
      async sign(digest, preimage) {
        return readSignature(await signElsewhere(digest.slice(), preimage), digest, own)
      },
      wipe: () => undefined,
    },
    { chainId },
  )
}

/** Somebody has stopped waiting, and the key has not failed. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const failed = (error: unknown): KeyError =>
  new KeyError('signerFailed', error instanceof Error ? error.message : String(error), error)
