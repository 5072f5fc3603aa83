// What an issuer says about an instrument: checked against the ledger's fingerprint, then shown.
import {
  fingerprintOf,
  readableName,
  readableText,
  type CallAnswer,
  type CustomField,
  type InstrumentDetails,
} from '@connex/protocol'
import { COUPON_FIELDS } from '@connex/protocol/calendar'
import { formatIsoDay, isDay } from '../../lib/format.ts'
import { instrumentPanel } from '../../messages/en/panels/instrumentPanel.ts'
import { addMessages, t } from '../../messages/t.ts'
import type { Definition } from '../../ui/panel/DefinitionList.tsx'

addMessages(instrumentPanel)

type Answer = Pick<CallAnswer<'instrumentDetails'>['items'][number], 'details' | 'ledgerFp'>

/** The browser compares them with the ledger, so that even the tenant's own server need not be trusted. */
export type InstrumentCheck =
  { result: 'matches'; details: InstrumentDetails } | { result: 'differs' | 'missing'; details?: never }

export function checkInstrument(answer: Answer | null): InstrumentCheck {
  if (!answer?.details) return { result: 'missing' }
  const { details, ledgerFp } = answer
  return fingerprintOf(details) === ledgerFp ? { result: 'matches', details } : { result: 'differs' }
}

/** The terms that the issuer gives, and its own fields after them. */
export function instrumentTerms(details: InstrumentDetails): Definition[] {
  const { issueCurrency, couponRate, denomination, issuePrice, issueDate, maturityDate } = details
  const { payoutType, securitisationType, priceQuotation, customFields = [] } = details
  const given = (term: string, value: string | undefined): Definition[] =>
    value === undefined ? [] : [{ term, value }]
  const inCurrency = (amount: string | undefined) =>
    amount === undefined ? undefined : `${issueCurrency ?? ''} ${amount}`.trim()
  return [
    ...given(t('InstrumentPanel.currency'), issueCurrency),
    ...given(
      t('InstrumentPanel.coupon'),
      couponRate === undefined ? undefined : t('InstrumentPanel.coupon_value', { rate: couponRate }),
    ),
    ...given(t('InstrumentPanel.issue_date'), issueDate && formatIsoDay(issueDate)),
    ...given(t('InstrumentPanel.maturity'), maturityDate && formatIsoDay(maturityDate)),
    ...given(t('InstrumentPanel.denomination'), inCurrency(denomination)),
    ...given(t('InstrumentPanel.issue_price'), issuePrice),
    ...given(t('InstrumentPanel.payout'), payoutType && t(`Payout.${payoutType}`)),
    ...given(
      t('InstrumentPanel.securitisation'),
      securitisationType && t(`Securitisation.${securitisationType}`),
    ),
    ...given(t('InstrumentPanel.quotation'), priceQuotation && t(`PriceQuotation.${priceQuotation}`)),
    ...customFields.map(customTerm),
  ]
}

/** A field of the issuer's own; those that name coupons have a name in words. */
function customTerm({ name, value }: CustomField): Definition {
  if (name === COUPON_FIELDS.frequency)
    return { term: t('InstrumentPanel.coupons'), value: readableText(value) }
  if (name === COUPON_FIELDS.last)
    return {
      term: t('InstrumentPanel.last_coupon'),
      value: isDay(value) ? formatIsoDay(value) : readableText(value),
    }
  return { term: readableName(name), value: readableText(value) }
}
