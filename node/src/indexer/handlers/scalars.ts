// From the ABI decoder's values to the protocol's scalars. The decoder has checked their form; these convert them for the
// database: lower-case, and within the ranges of its columns, whatever a contract emits.
import { isApiAddress, toQuantity } from '@connex/protocol'
import type {
  AccountNumber,
  Address,
  Bytes32,
  DeliveryId,
  Fingerprint,
  HexData,
  InstrumentId,
  Quantity,
  RegistryId,
  Seconds,
} from '@connex/protocol'

export const address = (value: string): Address => value.toLowerCase() as Address

export const bytes32 = (value: string): Bytes32 => value.toLowerCase() as Bytes32
export const fingerprint = (value: string): Fingerprint => value.toLowerCase() as Fingerprint
export const deliveryId = (value: string): DeliveryId => value.toLowerCase() as DeliveryId
export const registryId = (value: string): RegistryId => value.toLowerCase() as RegistryId
export const instrumentId = (value: string): InstrumentId => value.toLowerCase() as InstrumentId

export const hexData = (value: string): HexData => value.toLowerCase() as HexData

export const quantity = (value: bigint): Quantity => toQuantity(value)

/** A number of any size for a decimal column; amounts of wei are longer than quantities. */
export const decimal = (value: bigint): Quantity => value.toString() as Quantity

export const accountNumber = (value: bigint): AccountNumber => value.toString() as AccountNumber

/** Times beyond a number's range become the largest safe integer. */
export const seconds = (value: bigint): Seconds =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)

/** PostgreSQL's text has no NUL. */
export const text = (value: string): string => value.replaceAll('\u0000', '\uFFFD').toWellFormed()

/** The address of a tenant's server; empty if the contract, which accepts any text, has something else. */
export const apiAddress = (value: string): string => (isApiAddress(value, { allowHttp: true }) ? value : '')

/** ASCII in a word, padded with zeros behind. `ascii('0x4555520000…')` → 'EUR' */
export function ascii(value: string): string {
  const bytes = Buffer.from(value.slice(2), 'hex')
  const end = bytes.findIndex((byte) => byte === 0)
  return bytes.subarray(0, end === -1 ? bytes.length : end).toString('latin1')
}

/** The name of an enumeration's value. `nameOf(legTypes, 4)` → 'DIGITAL' */
export function nameOf<const Names extends readonly string[]>(names: Names, value: number): Names[number] {
  const name = names[value]
  if (name === undefined)
    throw new RangeError(`The ledger has a value ${value} that ${names.join(', ')} lack.`)
  return name
}
