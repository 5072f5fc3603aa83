import type { Deal, DealLot } from '@connex/protocol/deals'
import { describe, expect, it } from 'vitest'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { returnForm } from '../../../messages/en/forms/returnForm.ts'
import { addMessages } from '../../../messages/t.ts'
import {
  canShowParts,
  collateralToReturn,
  lotsToReturn,
  readQuantities,
  typedParts,
} from './returnQuantities.ts'

addMessages(dealForms)
addMessages(returnForm)

const lot = (name: string, available: bigint, inFlight = 5n) =>
  ({
    lot: name,
    kind: { P: 'PURCHASED', L: 'LOAN', C: 'COLLATERAL' }[name.charAt(0)],
    outstanding: available + inFlight,
    inFlight,
    asset: { decimals: 0 },
  }) as unknown as DealLot
const repo = (...lots: DealLot[]) => ({ kind: 'REPO', lots }) as unknown as Deal
const loan = (...lots: DealLot[]) => ({ kind: 'LOAN', lots }) as unknown as Deal
const names = (lots: readonly DealLot[]) => lots.map((one) => one.lot)

describe('lotsToReturn', () => {
  it('has each lot of which something can go back', () => {
    expect(names(lotsToReturn(repo(lot('P1', 7n), lot('P2', 0n, 0n), lot('P3', 1n))))).toEqual(['P1', 'P3'])
    expect(names(lotsToReturn(repo(lot('P1', 7n), lot('P2', 0n))))).toEqual(['P1'])
    expect(names(lotsToReturn(loan(lot('L1', 7n), lot('C1', 9n))))).toEqual(['L1'])
  })

  it('still has what is on its way back as a whole, and nothing of a deal without securities', () => {
    expect(names(lotsToReturn(repo(lot('P1', 0n), lot('P2', 0n, 0n))))).toEqual(['P1'])
    expect(lotsToReturn(repo(lot('P1', 0n, 0n)))).toEqual([])
  })
})

describe('readQuantities', () => {
  const two = repo(lot('P1', 600n), lot('P2', 300n))

  it('refuses what is empty, not a number, or more than is left, lot by lot', () => {
    expect(readQuantities({ P1: '', P2: '301' }, two)).toEqual({
      isPart: false,
      errors: { P1: 'Required', P2: 'Maximum quantity is 300' },
    })
    expect(readQuantities({ P1: 'x', P2: '1' }, two)).toEqual({
      isPart: true,
      errors: { P1: 'Enter a quantity: digits, commas between thousands and a point before decimals.' },
    })
  })

  it('refuses to return nothing', () => {
    expect(readQuantities({ P1: '0', P2: '0' }, two).errors).toEqual({
      P1: 'Enter a quantity above 0 for at least one instrument.',
    })
    expect(readQuantities({ P1: '0' }, repo(lot('P1', 600n))).errors).toEqual({
      P1: 'Enter a quantity above 0.',
    })
  })

  it('is everything while nobody has changed it, and when it is all that is left', () => {
    expect(readQuantities({}, two)).toEqual({ isPart: false, errors: {} })
    expect(readQuantities({ P1: '600', P2: '300' }, two)).toEqual({ isPart: false, errors: {} })
  })

  it('is a part of one lot with all of the other, or without it', () => {
    expect(readQuantities({ P1: '100' }, two).quantities).toEqual({ P1: 100n, P2: 300n })
    expect(readQuantities({ P1: '100', P2: '0' }, two).quantities).toEqual({ P1: 100n })
    expect(readQuantities({ P1: '600', P2: '0' }, two)).toEqual({
      isPart: true,
      errors: {},
      quantities: { P1: 600n },
    })
  })

  it('leaves collateral to the proposal until somebody types it, and 0 gives none back', () => {
    const lent = loan(lot('L1', 10n), lot('C1', 20n))
    expect(names(collateralToReturn(lent))).toEqual(['C1'])
    expect(readQuantities({ L1: '4' }, lent).quantities).toEqual({ L1: 4n })
    expect(readQuantities({ L1: '4', C1: '0' }, lent).quantities).toEqual({ L1: 4n, C1: 0n })
    expect(readQuantities({ L1: '4', C1: '20' }, lent).quantities).toEqual({ L1: 4n, C1: 20n })
    expect(readQuantities({ L1: '4', C1: '21' }, lent).errors).toEqual({ C1: 'Maximum quantity is 20' })
  })

  it('gives back all collateral with all that was lent', () => {
    const lent = loan(lot('L1', 10n), lot('C1', 20n))
    expect(readQuantities({ L1: '10', C1: '5' }, lent)).toEqual({ isPart: false, errors: {} })
  })
})

describe('a return that was proposed before', () => {
  it('cannot be shown once one of its lots is gone', () => {
    expect(canShowParts({ L1: 7n }, loan(lot('L2', 3n)))).toBe(false)
    expect(canShowParts({ L1: 7n, L2: 2n }, loan(lot('L1', 7n), lot('L2', 0n)))).toBe(false)
    expect(canShowParts({ L1: 2n, C1: 1n }, loan(lot('L1', 7n), lot('L2', 3n), lot('C1', 4n)))).toBe(true)
  })

  it('fills in each quantity, and 0 for what it did not return', () => {
    const deal = loan(lot('L1', 7n), lot('L2', 3n), lot('C1', 4n))
    expect(typedParts({ L1: 2n }, deal)).toEqual({ L1: '2', L2: '0', C1: '0' })
  })
})
