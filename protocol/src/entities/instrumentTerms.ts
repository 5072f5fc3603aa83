// What an issuer says of an instrument beyond its name: every field and list of the specification.
import * as z from 'zod/mini'
import { Fingerprint } from '../scalars.ts'
import { Currency } from './deliveryDetails.ts'

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

/** A document of an instrument: what it is, and what its bytes are. */
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
