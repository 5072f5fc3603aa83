import { IssueCurrency } from '@connex/protocol'
import type { InstrumentDetails } from '@connex/protocol'
import { required, withDefault } from '../../command/Option.ts'
import { choice, day, text, whole } from '../../command/optionKinds.ts'
import type { Values } from '../../command/Option.ts'

/** What an issuer says of an instrument; all tenants read it, the ledger keeps its fingerprint. */
export const detailOptions = {
  label: required(text('TEXT', 'how it is called')),
  description: text('TEXT', 'more about it'),
  issueDate: day('when it is issued'),
  maturityDate: day('when it ends'),
  couponRate: text('PER CENT', 'the coupon, in per cent a year, such as 2.5'),
  issueCurrency: choice(IssueCurrency.options, 'the currency of its issue'),
}

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
