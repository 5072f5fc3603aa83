import { fingerprintOf, type InstrumentDetails } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { checkInstrument, instrumentTerms } from './instrumentTerms.ts'

const details: InstrumentDetails = {
  salt: `0x${'1'.repeat(64)}` as InstrumentDetails['salt'],
  label: 'Elbe Infrastructure 2036',
  issueCurrency: 'EUR',
  couponRate: '3.00',
  maturityDate: '2036-06-30',
  denomination: '1000',
  payoutType: 'FIXED_COUPON',
  customFields: [{ name: 'Rating', type: 'text', value: 'A+' }],
}

describe('instrumentTerms', () => {
  it('never shows details that differ from the ledger or have not come', () => {
    const ledgerFp = fingerprintOf(details)
    expect(checkInstrument(null)).toEqual({ result: 'missing' })
    expect(checkInstrument({ details: null, ledgerFp })).toEqual({ result: 'missing' })
    expect(checkInstrument({ details: { ...details, couponRate: '9.00' }, ledgerFp })).toEqual({
      result: 'differs',
    })
    expect(checkInstrument({ details, ledgerFp: null })).toEqual({ result: 'differs' })
    expect(checkInstrument({ details, ledgerFp })).toEqual({ result: 'matches', details })
  })

  it('lists what the issuer gives, and its own fields last', () => {
    expect(instrumentTerms(details)).toEqual([
      { term: 'Issue currency', value: 'EUR' },
      { term: 'Coupon', value: '3.00% p.a.' },
      { term: 'Maturity', value: '30 Jun 2036' },
      { term: 'Denomination', value: 'EUR 1000' },
      { term: 'Payout', value: 'Fixed coupon' },
      { term: 'Rating', value: 'A+' },
    ])
    expect(instrumentTerms({ salt: details.salt, label: details.label })).toEqual([])
  })

  it('names the fields of coupons in words', () => {
    const coupons = (frequency: string, last: string): InstrumentDetails => ({
      salt: details.salt,
      label: details.label,
      customFields: [
        { name: 'couponFrequency', type: 'text', value: frequency },
        { name: 'lastCouponDate', type: 'text', value: last },
      ],
    })
    expect(instrumentTerms(coupons('2', '2026-06-15'))).toEqual([
      { term: 'Coupons per year', value: '2' },
      { term: 'Last coupon', value: '15 Jun 2026' },
    ])
    expect(instrumentTerms(coupons('half-yearly', 'in June'))).toEqual([
      { term: 'Coupons per year', value: 'half-yearly' },
      { term: 'Last coupon', value: 'in June' },
    ])
  })
})
