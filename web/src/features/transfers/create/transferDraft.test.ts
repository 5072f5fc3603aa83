import { describe, expect, it } from 'vitest'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { deals } from '../../../messages/en/deals.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages } from '../../../messages/t.ts'
import { checkTransfer, liveErrors, type TransferLimits, type TransferDraft } from './transferDraft.ts'

addMessages(deals)
addMessages(dealForms)
addMessages(transferForms)

const TODAY = '2026-11-21'
const NO_DAY = 'Enter a date as YYYY-MM-DD, for example 2026-11-27.'
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const asset = { registryId: '0x03', account: '4100020', quantity: '1,000.50' }
const empty = { registryId: null, account: null, quantity: '' }
const fop: TransferDraft = {
  kind: 'FOP',
  direction: 'DELIVER',
  custodianKey: '0xa:0xb' as TransferDraft['custodianKey'],
  counterpartyAddr: '0x02',
  deliver: asset,
  receive: empty,
  description: ' Rebalancing ',
  valueDate: '',
  cashQuantity: '',
  cashCurrency: 'EUR',
  rate: '',
  dayCount: 'ACT/360',
  purchaseDate: TODAY,
  repurchaseDate: '',
  more: null,
}
const repo: TransferDraft = { ...fop, kind: 'REPO', cashQuantity: '24,650,000', rate: '2.14' }
const loan: TransferDraft = { ...fop, kind: 'SEC_LEND', receive: { ...asset, account: '7' } }
const limits: TransferLimits = {
  deliver: { decimals: 2, available: 100_050n },
  receive: { decimals: 2, available: undefined },
  today: TODAY,
}
const errorsOf = (draft: TransferDraft) => checkTransfer(draft, limits).errors

describe('a transfer is refused', () => {
  it('while a required field is empty', () => {
    const nothing = { custodianKey: null, counterpartyAddr: null, deliver: empty, description: '  ' }
    const required = 'Required'
    expect(checkTransfer({ ...fop, kind: null, ...nothing }, limits)).toEqual({
      errors: {
        kind: required,
        custodianKey: required,
        counterpartyAddr: required,
        deliver: { registryId: required, account: required, quantity: required },
        description: required,
      },
    })
  })

  it('D20: while the registry of what is chosen is suspended, and says so as soon as it is chosen', () => {
    const suspended = { ...limits, deliver: { ...limits.deliver, isSuspended: true } }
    const { terms, errors } = checkTransfer(fop, suspended)
    expect(terms).toBeUndefined()
    expect(errors.deliver?.registryId).toMatch(/^This instrument is suspended/)
    const unfilled = { ...fop, deliver: { ...empty, registryId: '0x03' } }
    const live = liveErrors(unfilled, checkTransfer(unfilled, suspended).errors)
    expect(live.deliver).toEqual({ registryId: errors.deliver?.registryId })
  })

  it('while either side of a loan is empty', () => {
    const required = { registryId: 'Required', account: 'Required', quantity: 'Required' }
    expect(errorsOf({ ...loan, deliver: empty, receive: empty })).toEqual({
      deliver: required,
      receive: required,
    })
  })

  const malformed = 'Enter a quantity: digits, commas between thousands and a point before decimals.'

  it.each([
    ['0', 'Enter a quantity above 0.'],
    ['-5', malformed],
    ['1,5x', malformed],
    ['1e30', malformed],
    ['1.005', 'Enter at most 2 decimals for this instrument.'],
    ['1000.51', 'Maximum quantity is 1,000.50'],
  ])('for the quantity %j', (quantity, error) => {
    expect(errorsOf({ ...fop, deliver: { ...asset, quantity } })).toEqual({ deliver: { quantity: error } })
  })

  it.each([
    [0, 'Enter a whole number for this instrument.'],
    [1, 'Enter at most one decimal for this instrument.'],
    [3, 'Enter at most 3 decimals for this instrument.'],
  ])('for more decimals than %i', (decimals, quantity) => {
    const deliver = { decimals, available: undefined }
    const draft = { ...fop, deliver: { ...asset, quantity: '0.0001' } }
    expect(checkTransfer(draft, { ...limits, deliver }).errors).toEqual({ deliver: { quantity } })
  })

  it('for an account with nothing available', () => {
    const bare = { ...limits, deliver: { decimals: 2, available: 0n } }
    expect(checkTransfer(fop, bare).errors.deliver?.account).toBe(
      'No available positions found in the selected account.',
    )
  })

  it.each([
    ['', 'Required'],
    ['0', 'Enter a quantity above 0.'],
    ['1,5x', malformed],
    ['1e30', malformed],
    ['1.001', 'Enter at most two decimals for cash.'],
    ['9'.repeat(19), malformed],
  ])('for the cash quantity %j', (cashQuantity, error) => {
    expect(errorsOf({ ...repo, cashQuantity })).toEqual({ cashQuantity: error })
  })

  it.each([
    ['', 'Required'],
    ['two', 'Enter a rate with digits and a point, for example 2.14.'],
  ])('for the rate %j', (rate, error) => {
    expect(errorsOf({ ...repo, rate })).toEqual({ rate: error })
  })

  it('for a day that has passed, and for a repurchase that is not after the purchase', () => {
    expect(errorsOf({ ...fop, valueDate: '2026-11-20' })).toEqual({
      valueDate: 'This date is in the past. Choose today or a later date.',
    })
    expect(errorsOf({ ...fop, description: 'x'.repeat(501) })).toEqual({
      description: '501 characters. The limit is 500.',
    })
    expect(errorsOf({ ...fop, valueDate: 'soon' })).toEqual({ valueDate: NO_DAY })
    expect(errorsOf({ ...repo, valueDate: 'soon' })).toEqual({})
    expect(errorsOf({ ...repo, purchaseDate: '2026-11' })).toEqual({ purchaseDate: NO_DAY })
    expect(errorsOf({ ...repo, repurchaseDate: '2026-11-3' })).toEqual({ repurchaseDate: NO_DAY })
    expect(errorsOf({ ...repo, repurchaseDate: '30/11/2026' })).toEqual({ repurchaseDate: NO_DAY })
    expect(errorsOf({ ...repo, purchaseDate: '2026-11-20' })).toEqual({
      purchaseDate: 'This date is in the past. Choose today or a later date.',
    })
    expect(errorsOf({ ...repo, repurchaseDate: TODAY })).toEqual({
      repurchaseDate: 'The repurchase date must be after the purchase date.',
    })
  })
})

describe('a whole form gives its terms', () => {
  it('exact, and with the value date as a UTC midnight', () => {
    expect(checkTransfer({ ...fop, valueDate: TODAY }, limits).terms).toEqual({
      kind: 'FOP',
      direction: 'DELIVER',
      counterpartyAddr: '0x02',
      assets: { deliver: { registryId: '0x03', account: '4100020', quantity: 100_050n } },
      description: 'Rebalancing',
      valueDate: midnight(TODAY),
      repo: undefined,
    })
  })

  it('without a maximum for what one receives', () => {
    const { terms } = checkTransfer(
      { ...fop, direction: 'RECEIVE', receive: { ...asset, quantity: '9,999,999' } },
      limits,
    )
    expect(terms?.assets).toEqual({
      receive: { registryId: '0x03', account: '4100020', quantity: 999_999_900n },
    })
  })

  it('of a repo with its cash to the cent, settling not before its purchase date', () => {
    const dated = { ...repo, purchaseDate: '2026-11-23', repurchaseDate: '2026-11-30' }
    const { terms } = checkTransfer(dated, limits)
    expect(terms?.valueDate).toBe(midnight('2026-11-23'))
    expect(terms?.repo).toEqual({
      currency: 'EUR',
      terms: {
        purchaseDate: '2026-11-23',
        repurchaseDate: '2026-11-30',
        purchasePrice: '24650000.00',
        rate: '2.14',
        dayCount: 'ACT/360',
      },
    })
  })

  it('of an open repo without a repurchase date', () => {
    expect(checkTransfer(repo, limits).terms?.repo?.terms).not.toHaveProperty('repurchaseDate')
  })

  it('of a loan with both sides', () => {
    expect(Object.keys(checkTransfer(loan, limits).terms?.assets ?? {})).toEqual(['deliver', 'receive'])
  })
})
