// Private data meets the ledger by its fingerprint only: keccak-256 over RFC 8785 canonical JSON, with a random
// salt among the fields so that nobody can guess the data from the fingerprint.
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { Bytes32, Fingerprint } from './scalars.ts'

/** A member that is undefined counts as absent, as in JSON.stringify. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }

/** RFC 8785 JSON canonicalisation. `canonicalJson({ b: 1, a: [true] })` → '{"a":[true],"b":1}' */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number')
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('JSON has no lone surrogates')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    // RFC 8785 sorts by UTF-16 code units, which is what a plain comparison of strings does.
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .flatMap((key) => {
      const member = value[key]
      return member === undefined ? [] : [`${canonicalJson(key)}:${canonicalJson(member)}`]
    })
  return `{${members.join(',')}}`
}

/** The fingerprint of salted private data. `fingerprintOf({ salt: '0x…', description: 'x' })` */
export function fingerprintOf(data: { salt: string } & { [key: string]: Json | undefined }): Fingerprint {
  return Fingerprint.parse(`0x${bytesToHex(keccak_256(utf8ToBytes(canonicalJson(data))))}`)
}

/** keccak-256 of a document's bytes. */
export const contentFingerprintOf = (bytes: Uint8Array): Fingerprint =>
  Fingerprint.parse(`0x${bytesToHex(keccak_256(bytes))}`)

/** 32 random bytes: an id that nobody can guess in advance and so take first. */
export const randomBytes32 = (): Bytes32 => Bytes32.parse(freshSalt())

/** 32 random bytes as 0x-hex, for the salt field. */
export const freshSalt = (): string => `0x${bytesToHex(crypto.getRandomValues(new Uint8Array(32)))}`

/** The ledger managers' id of a delivery's leg: keccak-256 of the delivery's id and the leg's index, a word each. */
export function legReference(deliveryId: string, legIdx: bigint | number): Bytes32 {
  const digits = deliveryId.slice(2) + legIdx.toString(16).padStart(64, '0')
  return Bytes32.parse(`0x${bytesToHex(keccak_256(hexToBytes(digits)))}`)
}
