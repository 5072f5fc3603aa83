import * as z from 'zod/mini'
import { instrumentTermFields } from './instrumentTerms.ts'
import { Address, Bytes32, Fingerprint, InstrumentId, Quantity, RegistryId } from '../scalars.ts'

export const InstrumentState = z.enum(['NONE', 'CREATED', 'REGISTERED', 'EXPIRED', 'DRAFT'])
export const InstrumentType = z.enum(['NONE', 'BOND', 'FUND', 'PRIVATE'])
export const IdentifierType = z.enum(['NONE', 'ISIN', 'WKN', 'DOCUMENT_REFERENCE'])
/** In the ledger's order. */
export const AssetClass = z.enum(['NONE', 'DIGITAL', 'TRADITIONAL'])
export const RegistryState = z.enum([
  'NONE',
  'REGISTERED',
  'DEREGISTERED',
  'SUSPENDED',
  'IMPORTING',
  'EXPORTING',
])
export type InstrumentState = z.infer<typeof InstrumentState>
export type InstrumentType = z.infer<typeof InstrumentType>
export type IdentifierType = z.infer<typeof IdentifierType>
export type AssetClass = z.infer<typeof AssetClass>
export type RegistryState = z.infer<typeof RegistryState>

/** What the issuer says of an instrument, off the ledger, bound by its fingerprint, readable by all tenants. */
export const InstrumentDetails = z.object({
  salt: Bytes32,
  label: z.string().check(z.minLength(1), z.maxLength(200)),
  description: z.optional(z.string().check(z.maxLength(2000))),
  ...instrumentTermFields,
})
export type InstrumentDetails = z.infer<typeof InstrumentDetails>

export const Instrument = z.object({
  instrumentId: InstrumentId,
  /** The same, as workflows, tasks and the audit call what they are about. */
  entityId: Bytes32,
  instrumentManagerAddr: Address,
  instrumentState: InstrumentState,
  instrumentType: InstrumentType,
  /** NONE of a draft: creating it decides. */
  assetClass: AssetClass,
  identifierType: IdentifierType,
  identifier: z.string(),
  issuerAddr: Address,
  revision: z.number(),
  decimals: z.number(),
  privateDataFp: Fingerprint,
  label: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** The own tenant's identifier of it. */
  internalIdentifier: z.nullable(z.string()),
})
export type Instrument = z.infer<typeof Instrument>

/** An instrument in one registrar's registry. */
export const RegistryInstrument = z.object({
  ...Instrument.shape,
  registryId: RegistryId,
  registryManagerAddr: Address,
  registrarAddr: Address,
  registryState: RegistryState,
  /** The client's 'Total Minted Volume'. */
  issueSize: Quantity,
})
export type RegistryInstrument = z.infer<typeof RegistryInstrument>
