import { TARGET } from '@connex/protocol'
import type { Address, DeliveryId, RegistryId, Transfer } from '@connex/protocol'
import type { Deal, DealLot } from '@connex/protocol/deals'
import { describe, expect, it } from 'vitest'
import { dealActions } from './dealActions.ts'

const [alpen, baltic, manager] = ['0xa1', '0xb2', '0xdd'] as [Address, Address, Address]
const [bund, bobl] = ['0x0b', '0x0c'] as [RegistryId, RegistryId]
const transfer = { deliveryId: '0x01' as DeliveryId } as Transfer

const lot = (name: string, given: Partial<DealLot> & { of?: RegistryId } = {}): DealLot => {
  const { of = bund, ...more } = given
  return {
    lot: name,
    kind: 'PURCHASED',
    giver: alpen,
    holder: baltic,
    asset: { assetManagerAddr: manager, assetId: of, decimals: 0 },
    outstanding: 10_000_000n,
    inFlight: 0n,
    arriving: 0n,
    ...more,
  } as DealLot
}
const dealWith = (lots: readonly DealLot[], more: Partial<Deal> = {}): Deal =>
  ({ kind: 'REPO', state: 'OPEN', lots, events: [], terms: {}, ...more }) as unknown as Deal

/** By default what the seller of a repo can do with the Bund. */
function actionsOf(deal: Deal, more: Partial<Parameters<typeof dealActions>[1]> = {}) {
  const place = { registryManagerAddr: manager, registryId: bund }
  const days = { day: '2026-11-27', today: '2026-11-23', calendar: TARGET }
  const found = dealActions(deal, { own: alpen, place, transfer, ...days, ...more })
  return Object.fromEntries(found.map((action) => [action.id, action]))
}
const reasonsOf = (...given: Parameters<typeof actionsOf>) =>
  Object.fromEntries(Object.entries(actionsOf(...given)).map(([id, { reason }]) => [id, reason]))
const allFor = (reason: string) => ({ substitute: reason, recall: reason, return: reason })

describe('nothing can be done', () => {
  it('with a deal that is not open yet, is closed, or cannot be counted', () => {
    const at = (state: Deal['state']) => reasonsOf(dealWith([lot('P1')], { state }))
    expect(at('PROPOSED')).toEqual(
      allFor('The opening of this deal has not settled. The deal can change once it has.'),
    )
    expect(at('CLOSED')).toEqual(allFor('This deal is closed: everything has been returned.'))
    expect(at('INCONSISTENT')).toEqual(
      allFor('It is not certain what is outstanding in this deal. Open it to see why.'),
    )
  })

  it('with an instrument of which the deal has nothing outstanding', () => {
    const nothing = allFor('Nothing of this instrument is outstanding in this deal.')
    expect(reasonsOf(dealWith([lot('P1', { outstanding: 0n }), lot('P2', { of: bobl })]))).toEqual(nothing)
    const place = { registryManagerAddr: baltic, registryId: bund }
    expect(reasonsOf(dealWith([lot('P1')]), { place })).toEqual(nothing)
  })

  it('with what a pending transfer already gives back', () => {
    const back = 'A pending transfer already gives all of it back. Open the deal to see it.'
    expect(reasonsOf(dealWith([lot('P1', { inFlight: 10_000_000n })]))).toEqual({
      substitute: 'A pending transfer already moves it. Wait until it has settled, or cancel it first.',
      recall: back,
      return: back,
    })
  })
})

describe('the seller of a repo', () => {
  it('can do everything with what it gave', () => {
    const { substitute, recall, return: back } = actionsOf(dealWith([lot('P1')]))
    expect(substitute).toEqual({
      id: 'substitute',
      reason: undefined,
      dialog: { kind: 'substitute', transfer, prefill: {} },
    })
    const prefill = { lot: 'P1', quantity: '10,000,000', date: '2026-11-27' }
    expect(recall).toEqual({
      id: 'recall',
      reason: undefined,
      dialog: { kind: 'recall', transfer, prefill },
    })
    expect(back).toEqual({
      id: 'return',
      reason: undefined,
      dialog: { kind: 'return', transfer, prefill: {} },
    })
  })

  it('cannot substitute where the terms do not allow it, and leaves the quantity to the consent where they want one', () => {
    const under = (substitution: string) =>
      actionsOf(
        dealWith([lot('P1'), lot('P2', { of: bobl })], {
          terms: { margin: { substitution } } as Deal['terms'],
        }),
      )['substitute']
    expect(under('NONE')?.reason).toBe('The terms of this deal do not allow substitution.')
    expect(under('ON_CONSENT')).toMatchObject({ reason: undefined })
    expect(under('ON_CONSENT')?.dialog).toEqual({ kind: 'substitute', transfer, prefill: {} })
  })

  it('gets back what is not on its way, and of a recall as much as it names', () => {
    const deal = dealWith([lot('P1', { inFlight: 4_000_000n })])
    const { recall, return: back } = actionsOf(deal, { quantity: 2_000_000n })
    expect(recall?.dialog).toMatchObject({ prefill: { quantity: '6,000,000' } })
    expect(back?.dialog).toMatchObject({ prefill: { quantities: { P1: '2,000,000' } } })
  })

  it('gets back one of two instruments, and leaves the other', () => {
    const deal = dealWith([lot('P1', { of: bobl }), lot('P2', { outstanding: 4_100_000n })])
    const { substitute, return: back } = actionsOf(deal)
    expect(back?.dialog).toMatchObject({ prefill: { quantities: { P1: '0', P2: '4,100,000' } } })
    expect(substitute?.dialog).toMatchObject({ prefill: { out: { P2: '4,100,000' } } })
  })
})

describe('a recall is due', () => {
  const dueOn = (day: string, endDate: string | null = null, today = '2026-11-23') => {
    const deal = dealWith([lot('P1')], { terms: { endDate } as Deal['terms'] })
    return actionsOf(deal, { day, today })['recall']?.dialog
  }
  const due = (date: string) => ({ prefill: { date } })

  it('on no weekend or holiday, but on the business day before it', () => {
    expect(dueOn('2026-11-29')).toMatchObject(due('2026-11-27'))
    // Good Friday.
    expect(dueOn('2027-03-26')).toMatchObject(due('2027-03-25'))
  })

  it('at the latest at the end of the deal', () => {
    expect(dueOn('2026-12-10', '2026-12-03')).toMatchObject(due('2026-12-03'))
    expect(dueOn('2026-12-10', '2026-12-06')).toMatchObject(due('2026-12-04'))
    expect(dueOn('2026-12-10', '2026-12-18')).toMatchObject(due('2026-12-10'))
  })

  it('not in the past: on the next business day, if the deal has not ended by then', () => {
    expect(dueOn('2026-11-29', null, '2026-11-28')).toMatchObject(due('2026-11-30'))
    expect(dueOn('2026-11-29', '2026-11-29', '2026-11-28')).toMatchObject(due(''))
  })

  it('on a day that the user chooses where that of the cell or the end has come', () => {
    expect(dueOn('2026-11-23')).toMatchObject(due(''))
    expect(dueOn('2026-11-27', '2026-11-20')).toMatchObject(due(''))
  })
})

it('the buyer gives back what it holds, and can neither ask for it nor exchange it', () => {
  expect(reasonsOf(dealWith([lot('P1')]), { own: baltic })).toEqual({
    substitute: 'You did not give it as collateral. Only its giver can substitute it.',
    recall: 'You hold it. Give it back with “Create Return”.',
    return: undefined,
  })
})

it('a lender recalls what it lent, and its return takes the collateral along', () => {
  const lent = lot('L1', { kind: 'LOAN', of: bobl })
  const collateral = lot('C1', { kind: 'COLLATERAL', giver: baltic, holder: alpen })
  const deal = dealWith([lent, collateral], { kind: 'LOAN' })
  const place = { registryManagerAddr: manager, registryId: bobl }
  expect(reasonsOf(deal, { place })).toMatchObject({ recall: undefined, return: undefined })
  expect(actionsOf(deal)['return']?.dialog).toEqual({ kind: 'return', transfer, prefill: {} })
})
