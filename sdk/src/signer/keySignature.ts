// Signatures as keys elsewhere return them: a KMS returns DER, an HSM r and s alone, and neither knows of low s or recovery ids.
import type { Address } from '@connex/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { addressOfPublicKey } from '../wallet/privateKey.ts'
import { KeyError } from './KeyError.ts'
import type { Hex } from './Signer.ts'
import type { DigestSignature } from './signatures.ts'

type Word = Hex | Uint8Array | bigint

/** r and s, with or without v, as 64 or 65 bytes; as DER; or apart. */
export type KeySignature = Hex | Uint8Array | { readonly r: Word; readonly s: Word }

const { Signature } = secp256k1
type Point = InstanceType<typeof Signature>

/**
 * The signature with low s and its recovery id, both found here: what the key says of them does not count. Throws a KeyError
 * 'signerUnexpected' if it is not a signature, and 'signerWrongKey' if it is not of this digest by the key of this address.
 */
export function readSignature(given: unknown, digest: Uint8Array, address: Address): DigestSignature {
  const candidates = candidatesOf(given)
  if (candidates.length === 0) throw new KeyError('signerUnexpected', 'it is not a signature')
  for (const { r, s } of candidates) {
    const low = new Signature(r, s).hasHighS() ? new Signature(r, secp256k1.Point.CURVE().n - s) : { r, s }
    for (const yParity of [0, 1] as const)
      if (signerOf(new Signature(low.r, low.s, yParity), digest) === address) {
        const bytes = new Signature(low.r, low.s).toBytes('compact')
        return { r: bytes.slice(0, 32), s: bytes.slice(32), yParity }
      }
  }
  throw new KeyError('signerWrongKey', address)
}

/** Usually one. Bytes that can be read in two ways are: the address decides. */
function candidatesOf(given: unknown): Point[] {
  const bytes = bytesOf(given)
  if (bytes === undefined) return isApart(given) ? parsed(() => signatureOf(given)) : []
  const compact =
    bytes.length === 64 || bytes.length === 65
      ? parsed(() => Signature.fromBytes(bytes.subarray(0, 64), 'compact'))
      : []
  return [...compact, ...parsed(() => Signature.fromBytes(bytes, 'der'))]
}

const isApart = (given: unknown): given is { r: Word; s: Word } =>
  typeof given === 'object' && given !== null && 'r' in given && 's' in given

const signatureOf = ({ r, s }: { r: Word; s: Word }): Point => new Signature(numberOf(r), numberOf(s))

function numberOf(word: Word): bigint {
  const bytes = bytesOf(word)
  if (bytes === undefined) return word as bigint
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
}

/** Undefined for anything but bytes and hex. */
function bytesOf(given: unknown): Uint8Array | undefined {
  if (given instanceof Uint8Array) return given
  if (typeof given !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(given)) return undefined
  return hexToBytes(given.slice(2))
}

/** r and s are in range, or it is not a signature. */
function parsed(read: () => Point): Point[] {
  try {
    return [read()]
  } catch {
    return []
  }
}

/** Undefined if no key can have made it. */
function signerOf(signature: Point, digest: Uint8Array): Address | undefined {
  try {
    return addressOfPublicKey(signature.recoverPublicKey(digest).toBytes(false))
  } catch {
    return undefined
  }
}
