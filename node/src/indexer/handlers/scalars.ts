// From what the ABI decoder gives to the protocol's scalars. The decoder has checked the form, so these only write it as
// the database has it: lower-case, and in ranges that its columns hold, whatever a contract may say.
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

/** A number of any size as a column of decimals takes it; amounts of wei are longer than quantities. */
export const decimal = (value: bigint): Quantity => value.toString() as Quantity

export const accountNumber = (value: bigint): AccountNumber => value.toString() as AccountNumber

/** Times that no calendar reaches are written as the last one that a number holds. */
export const seconds = (value: bigint): Seconds =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)

/** PostgreSQL's text has no NUL. */
export const text = (value: string): string => value.replaceAll('\u0000', '\uFFFD').toWellFormed()

/** The address of a tenant's server; none where the contract, which takes any text, holds something else. */
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
