import { TARGET, type DeliveryDetails, type Transfer } from '@connex/protocol'
import type { Deal, DealLot } from '@connex/protocol/deals'
import { describe, expect, it } from 'vitest'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { deals } from '../../../messages/en/deals.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages } from '../../../messages/t.ts'
import {
  canShowParts,
  checkReturn,
  closingDay,
  limitsFor,
  lotToReturn,
  partOf,
  proposedFrom,
  returnedAsset,
  returnedLegs,
  type ReturnDraft,
} from './returnForm.ts'

addMessages(deals)
addMessages(dealForms)
addMessages(transferForms)

const opening = {
  direction: 'DELIVER',
  counterpartyAddr: '0x02',
  deliver: { registryId: '0xaa', account: '7', quantity: '1000', decimals: 0 },
  receive: null,
} as unknown as Transfer
const details = {
  cashCurrency: 'EUR',
  repo: { purchaseDate: '2026-11-23', purchasePrice: '1000000.00', rate: '2.14', dayCount: 'ACT/360' },
} as DeliveryDetails
const draft: ReturnDraft = {
  quantity: null,
  deliver: null,
  receive: '7',
  repurchaseDate: '2026-11-30',
  description: 'Return',
}
const limits = {
  deliver: { decimals: 0, available: 500n },
  receive: { decimals: 0, available: undefined },
}

describe('closingDay', () => {
  it('is the day that was agreed, else today, else the day after the purchase', () => {
    const open = { purchaseDate: '2026-11-30' }
    expect(closingDay({ ...open, repurchaseDate: '2026-12-07' }, '2026-12-02', TARGET)).toBe('2026-12-07')
    expect(closingDay(open, '2026-12-02', TARGET)).toBe('2026-12-02')
    expect(closingDay(open, '2026-11-30', TARGET)).toBe('2026-12-01')
    expect(closingDay(open, '2026-11-22', TARGET)).toBe('2026-12-01')
  })
})

describe('checkReturn', () => {
  it('asks for what is missing, and refuses a day that is not after the purchase', () => {
    const { errors } = checkReturn(
      opening,
      details,
      { ...draft, receive: null, description: '', repurchaseDate: '2026-11-23' },
      limits,
    )
    expect(errors).toEqual({
      receive: 'Required',
      description: 'Required',
      repurchaseDate: 'The repurchase date must be after the purchase date.',
    })
    expect(checkReturn(opening, details, { ...draft, repurchaseDate: '30/11/2026' }, limits).errors).toEqual({
      repurchaseDate: 'Enter a date as YYYY-MM-DD, for example 2026-11-27.',
    })
  })

  it('refuses an account with less than goes back', () => {
    const borrowed = { ...opening, deliver: null, receive: opening.deliver } as Transfer
    const { errors } = checkReturn(borrowed, details, { ...draft, deliver: '7' }, limits)
    expect(errors).toEqual({ deliver: 'Insufficient funds in selected account.' })
  })

  it('gives nothing while the private terms are not here', () => {
    expect(checkReturn(opening, undefined, draft, limits).terms).toBeUndefined()
  })

  it('turns the sides round, for the repurchase price', () => {
    expect(returnedLegs(opening)).toEqual(['receive'])
    const { terms } = checkReturn(opening, details, draft, limits)
    expect(terms?.direction).toBe('RECEIVE')
    expect(terms?.assets.receive).toEqual({ registryId: '0xaa', account: '7', quantity: 1000n })
    expect(terms?.repo?.terms.purchasePrice).toBe('1000416.11')
  })

  it('returns a part for its part of the price', () => {
    const { terms } = checkReturn(opening, details, draft, limits, { receive: 300n, price: '300124.83' })
    expect(terms?.assets.receive?.quantity).toBe(300n)
    expect(terms?.repo?.terms.purchasePrice).toBe('300124.83')
  })

  it('settles no repo before the day up to which its price holds interest, and a loan at any time', () => {
    expect(checkReturn(opening, details, draft, limits).terms?.valueDate).toBe(Date.UTC(2026, 10, 30) / 1000)
    const loan = { description: 'Loan' } as DeliveryDetails
    expect(checkReturn(opening, loan, draft, limits).terms?.valueDate).toBeUndefined()
  })
})

describe('after a substitution', () => {
  const asset = (assetId: string) => ({ assetId, decimals: 2 })
  const move = (assetId: string) => ({
    asset: asset(assetId),
    sender: '0x01',
    receiver: '0x02',
    quantity: 500n,
  })
  const proposal = (...ids: string[]) =>
    ({ moves: ids.map(move), payment: null }) as unknown as Parameters<typeof proposedFrom>[0]
  const own = '0x01' as Parameters<typeof proposedFrom>[1]
  const bought = { ...opening, deliver: null, receive: opening.deliver } as Transfer

  it('returns what is held now, and not what the opening moved', () => {
    const proposed = proposedFrom(proposal('0xbb'), own)
    expect(returnedAsset(bought, { ...draft, deliver: '7' }, 'deliver', proposed)).toEqual({
      registryId: '0xbb',
      account: '7',
      quantity: '5.00',
    })
    expect(limitsFor(limits.deliver, 'deliver', proposed)).toBe(limits.deliver)
  })

  it('leaves it to the ledger whether several instruments are there', () => {
    const proposed = proposedFrom(proposal('0xbb', '0xcc'), own)
    expect(limitsFor(limits.deliver, 'deliver', proposed).available).toBeUndefined()
  })

  it('asks for a part of the only lot that is outstanding', () => {
    const lots = [
      { lot: 'P1', kind: 'PURCHASED', outstanding: 0n },
      { lot: 'P2', kind: 'PURCHASED', outstanding: 5n },
    ]
    const of = (some: typeof lots) => lotToReturn({ kind: 'REPO', lots: some } as never)?.lot
    expect(of(lots)).toBe('P2')
    expect(of(lots.slice(0, 1))).toBe('P1')
    expect(of([...lots, { lot: 'P3', kind: 'PURCHASED', outstanding: 1n }])).toBeUndefined()
  })
})

describe('canShowParts', () => {
  const lot = (name: string, available: bigint) =>
    ({ lot: name, kind: 'PURCHASED', outstanding: available + 5n, inFlight: 5n }) as unknown as DealLot
  const canShow = (parts: Record<string, bigint>, ...lots: DealLot[]) =>
    canShowParts(parts, { kind: 'REPO', lots } as unknown as Deal)

  it('is false of a part of one of several lots, and of a lot that is gone', () => {
    expect(canShow({ L1: 7n }, lot('L1', 7n), lot('L2', 3n))).toBe(false)
    expect(canShow({ L1: 7n, L2: 2n }, lot('L1', 7n), lot('L2', 3n))).toBe(false)
    expect(canShow({ L1: 7n }, lot('L2', 3n))).toBe(false)
  })

  it('is true of a part of the only lot, and of all that is left of several', () => {
    expect(canShow({ L1: 2n, C1: 1n }, lot('L1', 7n))).toBe(true)
    expect(canShow({ L1: 7n, L2: 3n, C1: 1n }, lot('L1', 7n), lot('L2', 3n))).toBe(true)
  })
})

describe('partOf', () => {
  const lot = { lot: 'P1', outstanding: 1000n, inFlight: 400n, asset: { decimals: 0 } } as Parameters<
    typeof partOf
  >[1]

  it('is everything while nobody has changed it, and when it is all that is left', () => {
    expect(partOf(null, lot)).toEqual({})
    expect(partOf('600', lot)).toEqual({})
    expect(partOf('600', undefined)).toEqual({})
  })

  it('is the typed part of the lot', () => {
    expect(partOf('1', lot)).toEqual({ part: { P1: 1n } })
  })

  it('is refused if it is empty, not a number, or more than is left', () => {
    expect(partOf('', lot)).toEqual({ fault: 'Required' })
    expect(partOf('x', lot).fault).toBeDefined()
    expect(partOf('601', lot)).toEqual({ fault: 'Maximum quantity is 600' })
  })
})
