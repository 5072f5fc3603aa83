import { describe, expect, it } from 'vitest'
import { app } from '../../messages/en/app.ts'
import { addMessages } from '../../messages/t.ts'
import { checkFop, type FopDraft } from './fopForm.ts'

addMessages(app)

const full: FopDraft = {
  direction: 'DELIVER',
  custodianKey: '0xa:0xb' as FopDraft['custodianKey'],
  counterpartyAddr: '0x02',
  registryId: '0x03',
  account: '4100020',
  quantity: '1,000.50',
  description: ' Rebalancing ',
  valueDate: '',
}
const limits = { decimals: 2, available: 100_050n, today: Date.parse('2026-11-21T00:00:00Z') / 1000 }

describe('checkFop', () => {
  it('asks for every required field', () => {
    const empty: FopDraft = {
      ...full,
      custodianKey: null,
      counterpartyAddr: null,
      registryId: null,
      account: null,
      quantity: '',
      description: '  ',
    }
    expect(checkFop(empty, limits)).toEqual({
      errors: {
        custodianKey: 'Required',
        counterpartyAddr: 'Required',
        registryId: 'Required',
        account: 'Required',
        quantity: 'Required',
        description: 'Required',
      },
    })
  })

  it.each([
    ['0', 'Required'],
    ['1,5', 'This is not a quantity. Use digits, commas between thousands and a point before decimals.'],
    ['1.005', 'This instrument has 2 decimals.'],
    ['1000.51', 'Maximum quantity is 1,000.50'],
  ])('refuses the quantity %j', (quantity, error) => {
    expect(checkFop({ ...full, quantity }, limits).errors).toEqual({ quantity: error })
  })

  it('refuses a value date that has passed, and one that is no day', () => {
    expect(checkFop({ ...full, valueDate: '2026-11-20' }, limits).errors.valueDate).toBe(
      'This day has passed.',
    )
    expect(checkFop({ ...full, valueDate: 'soon' }, limits).errors.valueDate).toBe('This day has passed.')
  })

  it('knows no maximum for what one receives', () => {
    const { errors } = checkFop(
      { ...full, direction: 'RECEIVE', quantity: '9,999,999' },
      { ...limits, available: undefined },
    )
    expect(errors).toEqual({})
  })

  it('gives the terms, exact and with the value date as a UTC midnight', () => {
    expect(checkFop({ ...full, valueDate: '2026-11-21' }, limits).terms).toEqual({
      direction: 'DELIVER',
      counterpartyAddr: '0x02',
      registryId: '0x03',
      account: '4100020',
      quantity: 100_050n,
      description: 'Rebalancing',
      valueDate: limits.today,
    })
  })
})
