import type { DeliveryId } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { deals } from '../../../messages/en/deals.ts'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { substitution } from '../../../messages/en/substitution.ts'
import { addMessages } from '../../../messages/t.ts'
import {
  emptyIncoming,
  emptySubstitution,
  outText,
  readSubstitution,
  type Available,
  type SubstitutionDraft,
} from './substitutionForm.ts'

addMessages(deals)
addMessages(dealForms)
addMessages(substitution)

const lot = { lot: 'P1', outstanding: 20_000n, most: 20_000n, asset: { decimals: 2, instrumentId: '0xb0' } }
const note = {
  registryManagerAddr: '0xaa',
  registrarAddr: '0xbb',
  registryId: '0xcc',
  instrumentId: '0xdd',
  identifier: 'DE000CNX0025',
  label: null,
  account: '11',
  available: '50000',
  decimals: 2,
} as unknown as Available
const known = {
  deliveryId: '0x01' as DeliveryId,
  lots: [lot],
  positions: [note],
  custodian: '0xaa:0xbb',
  description: 'Substitution',
} as unknown as Parameters<typeof readSubstitution>[1]
const row = { ...emptyIncoming(0), position: '0xcc@11', quantity: '200' }
const draft: SubstitutionDraft = { ...emptySubstitution, in: [row] }
const errorsOf = (given: Partial<SubstitutionDraft>) => readSubstitution({ ...draft, ...given }, known).errors

describe('readSubstitution', () => {
  it('asks for what is missing', () => {
    const { errors, parameters } = readSubstitution(emptySubstitution, known)
    expect(parameters).toBeUndefined()
    expect(errors.in).toEqual([{ position: 'Required', quantity: 'Required' }])
    expect(errorsOf({ out: { P1: '' } }).out).toEqual({ P1: 'Required' })
    expect(errorsOf({ description: ' ' }).description).toBe('Required')
  })

  it('refuses more than is outstanding, and more than is available', () => {
    expect(errorsOf({ out: { P1: '200.01' } }).out).toEqual({ P1: 'Maximum quantity is 200.00' })
    expect(errorsOf({ in: [{ ...row, quantity: '500.01' }] }).in).toEqual([
      { quantity: 'Maximum quantity is 500.00' },
    ])
  })

  it('refuses a position that is chosen twice, and what is neither a price nor a haircut', () => {
    expect(errorsOf({ in: [row, { ...row, id: 1 }] }).in).toEqual([
      {},
      { position: 'Each position can be chosen only once.' },
    ])
    expect(errorsOf({ prices: { '0xdd': { clean: '98,5', accrued: 'x' } } }).prices).toEqual({
      '0xdd': { clean: 'Enter a price such as 98.5.', accrued: 'Enter a price such as 98.5.' },
    })
    expect(errorsOf({ in: [{ ...row, haircut: '100' }] }).in).toEqual([
      { haircut: 'Enter a percentage of at least 0 and less than 100, such as 1.5.' },
    ])
  })

  it('reads quantities in smallest units, prices and haircuts by instrument', () => {
    const prices = { '0xb0': { clean: '99.1', accrued: '0.4' }, '0xdd': { clean: '98.5', accrued: '' } }
    const { parameters } = readSubstitution({ ...draft, prices, in: [{ ...row, haircut: '1' }] }, known)
    expect(parameters).toMatchObject({
      out: { P1: 20_000n },
      in: [{ registryId: '0xcc', account: '11', quantity: 20_000n }],
      prices: [
        { instrumentId: '0xb0', clean: '99.1', accrued: '0.4' },
        { instrumentId: '0xdd', clean: '98.5' },
      ],
      haircuts: { '0xdd': '1' },
      acceptUntested: false,
      description: 'Substitution',
    })
  })

  it('reads each row at its own custodian, and the deal’s where none is chosen', () => {
    const elsewhere = { ...note, registrarAddr: '0xee', available: '700' } as unknown as Available
    const both = { ...known, positions: [note, elsewhere] }
    const rows = [row, { ...row, id: 1, custodian: '0xaa:0xee', quantity: '7' }]
    expect(readSubstitution({ ...draft, in: rows }, both).parameters?.in).toMatchObject([
      { registrarAddr: '0xbb', quantity: 20_000n },
      { registrarAddr: '0xee', quantity: 700n },
    ])
    const unknown = { ...row, custodian: '0xaa:0xff' }
    expect(readSubstitution({ ...draft, in: [unknown] }, both).errors.in).toEqual([{ position: 'Required' }])
  })

  it('needs no quantity of the row that it is proposed for', () => {
    const open = { ...draft, in: [{ ...row, quantity: '' }] }
    expect(readSubstitution(open, { ...known, enough: 0 }).parameters?.in[0]?.quantity).toBe('ENOUGH')
  })
})

describe('outText', () => {
  it('is everything of the only lot, and nothing of several until the user chooses', () => {
    const one = lot as unknown as Parameters<typeof outText>[1]
    expect(outText(draft, one, 1)).toBe('200.00')
    expect(outText(draft, one, 2)).toBe('')
    expect(outText({ out: { P1: '5' } }, one, 2)).toBe('5')
  })
})
