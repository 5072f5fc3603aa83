import { TARGET, type Address, type DeliveryDetails, type Transfer } from '@connex/protocol'
import type { LoadedDeal } from '@connex/sdk'
import { describe, expect, it } from 'vitest'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { deals } from '../../../messages/en/deals.ts'
import { returnForm } from '../../../messages/en/forms/returnForm.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages } from '../../../messages/t.ts'
import {
  checkReturn,
  closingDay,
  movedAsset,
  ownMoves,
  type OwnMove,
  type ReturnDraft,
} from './returnForm.ts'

addMessages(deals)
addMessages(dealForms)
addMessages(transferForms)
addMessages(returnForm)

const opening = {
  direction: 'DELIVER',
  counterpartyAddr: '0x02',
} as unknown as Transfer
const details = {
  cashCurrency: 'EUR',
  repo: { purchaseDate: '2026-11-23', purchasePrice: '1000000.00', rate: '2.14', dayCount: 'ACT/360' },
} as DeliveryDetails
const draft: ReturnDraft = {
  quantities: {},
  interest: 'ON_PART',
  accounts: {},
  repurchaseDate: '2026-11-30',
  description: 'Return',
}
const move = (given: Partial<OwnMove> = {}) =>
  ({
    lot: 'P1',
    key: 'receive',
    asset: { assetId: '0xaa', decimals: 0 },
    quantity: 1000n,
    account: '7',
    ...given,
  }) as OwnMove
const limits = { decimals: 0, available: undefined }
const given = { opening, details, moves: [{ move: move(), limits }] }

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
      { ...given, moves: [{ move: move({ account: null }), limits }] },
      { ...draft, description: '', repurchaseDate: '2026-11-23' },
    )
    expect(errors).toEqual({
      accounts: { P1: 'Required' },
      description: 'Required',
      repurchaseDate: 'The repurchase date must be after the purchase date.',
    })
    expect(checkReturn(given, { ...draft, repurchaseDate: '30/11/2026' }).errors).toEqual({
      repurchaseDate: 'Enter a date as YYYY-MM-DD, for example 2026-11-27.',
    })
  })

  it('refuses an account with less than goes back, by lot', () => {
    const moves = [
      { move: move({ key: 'deliver' }), limits: { decimals: 0, available: 500n } },
      { move: move({ lot: 'P2', key: 'deliver' }), limits: { decimals: 0, available: 1000n } },
    ]
    expect(checkReturn({ ...given, moves }, draft).errors).toEqual({
      accounts: { P1: 'Insufficient funds in selected account.' },
    })
  })

  it('gives nothing while the private terms are not here', () => {
    expect(checkReturn({ ...given, details: undefined }, draft).terms).toBeUndefined()
  })

  it('turns the sides round, for the repurchase price', () => {
    const { terms } = checkReturn(given, draft)
    expect(terms?.direction).toBe('RECEIVE')
    expect(terms?.moves).toEqual([
      { lot: 'P1', key: 'receive', terms: { registryId: '0xaa', account: '7', quantity: 1000n } },
    ])
    expect(terms?.repo?.terms.purchasePrice).toBe('1000416.11')
  })

  it('returns a part for its part of the price', () => {
    const payment = { principal: 30_000_000n, interest: 12_483n } as Parameters<
      typeof checkReturn
    >[0]['payment']
    const moves = [{ move: move({ quantity: 300n }), limits }]
    const { terms } = checkReturn({ ...given, moves, payment }, draft)
    expect(terms?.moves[0]?.terms.quantity).toBe(300n)
    expect(terms?.repo?.terms.purchasePrice).toBe('300124.83')
  })

  it('settles no repo before the day up to which its price holds interest, and a loan at any time', () => {
    expect(checkReturn(given, draft).terms?.valueDate).toBe(Date.UTC(2026, 10, 30) / 1000)
    const loan = { description: 'Loan' } as DeliveryDetails
    expect(checkReturn({ ...given, details: loan }, draft).terms?.valueDate).toBeUndefined()
  })
})

describe('after a substitution', () => {
  const [own, other] = ['0x01', '0x02'] as [Address, Address]
  const leg = (legIdx: number, registrar: string, receiverAccount: string) => ({
    legIdx,
    registrar,
    assetManagerAddr: '0xm',
    senderAccount: '11',
    receiverAccount,
  })
  const lot = (name: string, assetId: string, outstanding: bigint) => ({
    lot: name,
    asset: { assetId, decimals: 2 },
    holder: own,
    giver: other,
    outstanding,
    inFlight: 0n,
  })
  const came = (deliveryId: string, name: string, legIdx: number) => ({
    deliveryId,
    status: 'SETTLED',
    moves: [{ lot: name, legIdx, quantity: 1n, way: 'forth' }],
  })
  const loaded = {
    deal: {
      lots: [lot('P1', '0xaa', 5000n), lot('P2', '0xbb', 5500n), lot('P3', '0xcc', 0n)],
      events: [came('opening', 'P1', 0), came('exchange', 'P2', 1)],
    },
    deliveries: [
      { deliveryId: 'opening', legs: [leg(0, '0xnorth', '22')] },
      { deliveryId: 'exchange', legs: [leg(0, '0xnorth', '22'), leg(1, '0xsouth', '44')] },
    ],
  } as unknown as LoadedDeal

  it('returns what is held now, each lot from its custodian and the account that it came into', () => {
    const moves = ownMoves(loaded, own)
    expect(moves).toMatchObject([
      { lot: 'P1', key: 'deliver', registrarAddr: '0xnorth' },
      { lot: 'P2', key: 'deliver', registrarAddr: '0xsouth' },
    ])
    expect(moves.map((one) => movedAsset(one, draft))).toEqual([
      { registryId: '0xaa', account: '22', quantity: '50.00' },
      { registryId: '0xbb', account: '44', quantity: '55.00' },
    ])
  })

  it('comes back into the accounts that it left', () => {
    const moves = ownMoves(loaded, other)
    expect(moves.map(({ key, account }) => [key, account])).toEqual([
      ['receive', '11'],
      ['receive', '11'],
    ])
  })

  it('takes the account that was chosen for the lot, or else for its side', () => {
    const accounts = { P2: '45', deliver: '23' }
    expect(ownMoves(loaded, own).map((one) => movedAsset(one, { accounts }).account)).toEqual(['23', '45'])
  })
})
