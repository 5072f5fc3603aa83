// An instrument, and what its issuer says about it: every field and list of the specification.
import * as z from 'zod/mini'
import { ForeignText } from '../text/readableText.ts'
import { Address, Bytes32, Fingerprint, InstrumentId, Quantity, RegistryId } from '../scalars.ts'
import { Currency } from '../terms/cash.ts'

export const InstrumentState = z.enum(['NONE', 'CREATED', 'REGISTERED', 'EXPIRED', 'DRAFT'])

export type InstrumentState = z.infer<typeof InstrumentState>

export const InstrumentType = z.enum(['NONE', 'BOND', 'FUND', 'PRIVATE'])

export type InstrumentType = z.infer<typeof InstrumentType>

export const IdentifierType = z.enum(['NONE', 'ISIN', 'WKN', 'DOCUMENT_REFERENCE'])

export type IdentifierType = z.infer<typeof IdentifierType>

/** In the ledger's order. */
export const AssetClass = z.enum(['NONE', 'DIGITAL', 'TRADITIONAL'])

export type AssetClass = z.infer<typeof AssetClass>

export const RegistryState = z.enum([
  'NONE',
  'REGISTERED',
  'DEREGISTERED',
  'SUSPENDED',
  'IMPORTING',
  'EXPORTING',
])

export type RegistryState = z.infer<typeof RegistryState>

export const PayoutType = z.enum(['ZERO_BOND', 'IMMO_PAYOUT', 'FIXED_COUPON', 'FUND', 'FLOATER', 'OTHER'])
export const SecuritisationType = z.enum(['BEARER_BOND', 'REGISTERED_BOND', 'OTHER'])
export const PriceQuotation = z.enum(['PRICE_IN_PERCENT', 'PRICE_PER_UNIT'])
export const CustomFieldType = z.enum(['text'])

/** The same eight as of cash. */
export const IssueCurrency = Currency

const Decimal = z.string().check(z.regex(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,12})?$/, 'not a decimal number'))

export const CustomField = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  type: CustomFieldType,
  value: z.string().check(z.maxLength(1000)),
})
export type CustomField = z.infer<typeof CustomField>

/** A document of an instrument: the fingerprints of its metadata and of its bytes. */
export const DocumentReference = z.object({
  fingerprint: Fingerprint,
  contentFp: Fingerprint,
  name: z.string().check(z.minLength(1), z.maxLength(200)),
})
export type DocumentReference = z.infer<typeof DocumentReference>

/** All of them optional: a private placement says less than a listed bond. */
export const instrumentTermFields = {
  payoutType: z.optional(PayoutType),
  securitisationType: z.optional(SecuritisationType),
  priceQuotation: z.optional(PriceQuotation),
  issueCurrency: z.optional(IssueCurrency),
  issueDate: z.optional(z.iso.date()),
  maturityDate: z.optional(z.iso.date()),
  /** Per cent a year. */
  couponRate: z.optional(Decimal),
  denomination: z.optional(Decimal),
  issuePrice: z.optional(Decimal),
  customFields: z.optional(z.array(CustomField).check(z.maxLength(50))),
  documents: z.optional(z.array(DocumentReference).check(z.maxLength(50))),
}

/** The issuer's description of an instrument: off the ledger, bound by its fingerprint, readable by all tenants. */
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
  description: z.nullable(ForeignText),
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
