import { InstrumentDetails, InstrumentDraft, IssueCurrency } from '@connex/protocol'
import { required, withDefault } from '../../command/Option.ts'
import { choice, day, scalar, text, whole } from '../../command/optionKinds.ts'
import type { Values } from '../../command/Option.ts'

/** What an issuer says of an instrument; all tenants read it, the ledger keeps its fingerprint. */
export const detailOptions = {
  label: required(text('TEXT', 'how it is called', { of: InstrumentDetails.shape.label })),
  description: text('TEXT', 'more about it', { of: InstrumentDetails.shape.description }),
  issueDate: day('when it is issued'),
  maturityDate: day('when it ends'),
  couponRate: scalar(
    InstrumentDetails.shape.couponRate,
    'PER CENT',
    'the coupon, in per cent a year, such as 2.5',
    'is a decimal number such as 2.5',
  ),
  issueCurrency: choice(IssueCurrency.options, 'the currency of its issue'),
}

/** How the ledger and the lists know it. */
export const identifierWord = required(
  text('IDENTIFIER', 'its ISIN, WKN, or document fingerprint', { of: InstrumentDraft.shape.identifier }),
)

/** What never changes. */
export const termOptions = {
  type: withDefault(choice(['BOND', 'FUND', 'PRIVATE'], 'what it is'), 'BOND'),
  identifierType: withDefault(
    choice(['ISIN', 'WKN', 'DOCUMENT_REFERENCE'], 'what its identifier is'),
    'ISIN',
  ),
  decimals: withDefault(whole('NUMBER', 'a unit is 10^-decimals', { to: 18 }), 0),
}

export function detailsOf(options: Values<typeof detailOptions>): Omit<InstrumentDetails, 'salt'> {
  const { label, description, issueDate, maturityDate, couponRate, issueCurrency } = options
  const given = { description, issueDate, maturityDate, couponRate, issueCurrency }
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { label, ...named }
}
