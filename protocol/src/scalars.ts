// Branded scalars: the only way to make one is its schema, so a function that takes an `Address` never meets
// an unchecked string. On the wire every one of them is a string; arithmetic uses `bigint`.
import * as z from 'zod/mini'

const hex = (bytes: number) => new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`)
const lower = z.overwrite<string>((text) => text.toLowerCase())

/** A 20-byte account or contract, lower-case hex. `Address.parse('0xAb…')` */
export const Address = z
  .string()
  .check(z.regex(hex(20), 'not an address'), lower)
  .brand<'Address'>()
export type Address = z.infer<typeof Address>

/** Any 32-byte word, lower-case hex. */
export const Bytes32 = z
  .string()
  .check(z.regex(hex(32), 'not 32 bytes of hex'), lower)
  .brand<'Bytes32'>()
export type Bytes32 = z.infer<typeof Bytes32>

/** keccak-256 of private data's canonical JSON (see fingerprint.ts). */
export const Fingerprint = Bytes32.brand<'Fingerprint'>()
export type Fingerprint = z.infer<typeof Fingerprint>

export const DeliveryId = Bytes32.brand<'DeliveryId'>()
export type DeliveryId = z.infer<typeof DeliveryId>

export const RegistryId = Bytes32.brand<'RegistryId'>()
export type RegistryId = z.infer<typeof RegistryId>

export const InstrumentId = Bytes32.brand<'InstrumentId'>()
export type InstrumentId = z.infer<typeof InstrumentId>

/** A ledger transaction's hash. */
export const TxHash = Bytes32.brand<'TxHash'>()
export type TxHash = z.infer<typeof TxHash>

/** Arbitrary bytes as hex, `0x` for none. */
export const HexData = z
  .string()
  .check(z.regex(/^0x([0-9a-fA-F]{2})*$/, 'not hex'), lower)
  .brand<'HexData'>()
export type HexData = z.infer<typeof HexData>

/** An amount in the instrument's smallest unit, as a decimal string without sign or leading zeros. */
export const Quantity = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,38})$/, 'not a whole quantity'))
  .brand<'Quantity'>()
export type Quantity = z.infer<typeof Quantity>

/** `toQuantity(25n)` → '25' */
export const toQuantity = (amount: bigint): Quantity => Quantity.parse(amount.toString())

/** The number of an asset account with a registrar: above 0, and 64 bits on the ledger. */
export const AccountNumber = z
  .string()
  .check(
    z.refine(
      (text) => /^[1-9][0-9]{0,19}$/.test(text) && BigInt(text) < 2n ** 64n,
      'Account number must be higher than 0',
    ),
  )
  .brand<'AccountNumber'>()
export type AccountNumber = z.infer<typeof AccountNumber>

/** Milliseconds since the epoch would hide the ledger's grain: times on the wire are whole UTC seconds. */
export const Seconds = z.number().check(z.int(), z.nonnegative())
export type Seconds = z.infer<typeof Seconds>

export const BlockNumber = z.number().check(z.int(), z.nonnegative())
export type BlockNumber = z.infer<typeof BlockNumber>

/** The client's custodian, `manager:registrar`. */
export const CustodianKey = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}:0x[0-9a-fA-F]{40}$/, 'not manager:registrar'), lower)
  .brand<'CustodianKey'>()
export type CustodianKey = z.infer<typeof CustodianKey>

export const ZERO_ADDRESS = Address.parse(`0x${'0'.repeat(40)}`)
export const ZERO_BYTES32 = Bytes32.parse(`0x${'0'.repeat(64)}`)

/** The zero address is displayed as N/A (spec §9). */
export const displayAddress = (address: Address): string => (address === ZERO_ADDRESS ? 'N/A' : address)
