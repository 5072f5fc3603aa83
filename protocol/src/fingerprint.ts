// Private data meets the ledger by its fingerprint only: keccak-256 over RFC 8785 canonical JSON, with a random
// salt among the fields so that nobody can guess the data from the fingerprint.
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DeliveryLeg, DetailsStatus } from './entities/delivery.ts'
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

type SaltedData = { salt: string } & { [key: string]: Json | undefined }

/** The fingerprint of salted private data. `fingerprintOf({ salt: '0x…', description: 'x' })` */
export function fingerprintOf(data: SaltedData): Fingerprint {
  return Fingerprint.parse(`0x${bytesToHex(keccak_256(utf8ToBytes(canonicalJson(data))))}`)
}

/** Private details beside the ledger's fingerprint; those that differ are never shown. */
export type CheckedDetails<Details> =
  { result: 'matches'; details: Details } | { result: 'differs' | 'missing'; details?: never }

/** A server's answer. It gives out no details that it has found to differ. */
type HeldDetails<Details> = { details: Details | null; status: DetailsStatus }

/**
 * Whoever acts on private details checks them, so that not even the tenant's own server need be trusted.
 * `checkDetails(items[0], transfer.privateDataFp)`
 */
export function checkDetails<Details extends SaltedData>(
  held: HeldDetails<Details> | null | undefined,
  fingerprint: Fingerprint | undefined,
): CheckedDetails<Details> {
  if (held?.status === 'FINGERPRINT_MISMATCH') return { result: 'differs' }
  const details = held?.details
  if (!details) return { result: 'missing' }
  return fingerprintOf(details) === fingerprint ? { result: 'matches', details } : { result: 'differs' }
}

/** Why private details cannot be relied on: they differ, or they are missing and with them an amount of cash or a deal. */
export type DetailsDoubt = 'differs' | 'amountUnknown' | 'dealUnknown'

type MovedLeg = Pick<DeliveryLeg, 'legType' | 'sender' | 'receiver'>

/**
 * Why nobody should confirm by these details: they differ from the ledger's fingerprint, or are missing while an amount of cash, or
 * the deal in which the parties exchange securities, depends on them. `detailsDoubt(repo, { result: 'missing' })` → 'amountUnknown'
 */
export function detailsDoubt(
  { legs }: { legs: readonly MovedLeg[] },
  { result }: Pick<CheckedDetails<unknown>, 'result'>,
): DetailsDoubt | undefined {
  if (result !== 'missing') return result === 'differs' ? result : undefined
  if (legs.some(({ legType }) => legType === 'EXTERNAL')) return 'amountUnknown'
  return legs.some((leg) => legs.some((other) => isAnsweredBy(leg, other))) ? 'dealUnknown' : undefined
}

/** Whether the receiver of one leg delivers to its sender with the other. */
const isAnsweredBy = ({ sender, receiver }: MovedLeg, other: MovedLeg): boolean =>
  sender !== receiver && other.sender === receiver && other.receiver === sender

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
