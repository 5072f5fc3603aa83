import {
  foreignText,
  ZERO_ADDRESS,
  type AccountNumber,
  type Address,
  type DeliveryDetails,
  type DeliveryId,
  type DeliveryLeg,
  type Position,
  type Transfer,
} from '@connex/protocol'
import type { DetailsCheck } from '@connex/protocol/deals'
import { describe, expect, it } from 'vitest'
import { app } from '../../../messages/en/app.ts'
import { bulk } from '../../../messages/en/bulk.ts'
import { deals } from '../../../messages/en/deals.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import {
  bulkTotals,
  choose,
  dealText,
  isDecided,
  planConfirms,
  withChosen,
  type PlannedTransfer,
} from './bulkPlan.ts'

describe('planConfirms', () => {
  addMessages(bulk)
  addMessages(deals)
  addMessages(transfers)

  const viewer = '0x0000000000000000000000000000000000000001' as Address
  const other = '0x0000000000000000000000000000000000000002' as Address
  const registrar = '0x0000000000000000000000000000000000000003' as Address
  const manager = '0x0000000000000000000000000000000000000004' as Address

  const deliveryId = '0x09' as DeliveryId

  const transfer = (leg: Partial<DeliveryLeg>, more: Partial<Transfer> = {}) =>
    ({
      deliveryId,
      deliveryState: 'PENDING',
      cancelVotes: [],
      legs: [
        {
          legIdx: 0,
          legType: 'DIGITAL',
          sender: viewer,
          receiver: other,
          registrar,
          txCoordinator: ZERO_ADDRESS,
          assetManagerAddr: manager,
          assetId: '0xaa',
          quantity: '60',
          receiverAccount: null,
          senderConfirmed: false,
          receiverConfirmed: false,
          registrarConfirmed: false,
          coordinatorConfirmed: false,
          ...leg,
        },
      ],
      ...more,
    }) as Transfer
  const position = (account: string, available: string) =>
    ({ registryId: '0xaa', account, available, quantity: available }) as Position
  const known = {
    viewer,
    positions: [position('1', '70'), position('2', '100')],
    accounts: [],
    checks: new Map<DeliveryId, DetailsCheck>(),
    waitText: () => 'Next: Baltic confirms.',
  }
  const incoming = transfer({ sender: other, receiver: viewer })
  const transferOf = (id: string) => ({ ...incoming, deliveryId: id as DeliveryId })

  describe('planConfirms', () => {
    it('leaves out what is not one’s own to confirm, with the reason', () => {
      const [planned] = planConfirms([transfer({ senderConfirmed: true })], known)
      expect(planned?.skipReason).toBe('Next: Baltic confirms.')
    })

    it('leaves out the one for which too little would be left after those before it', () => {
      const planned = planConfirms([transfer({}), transfer({}), transfer({})], known)
      expect(planned.map(({ accounts, skipReason }) => skipReason ?? accounts?.deliver)).toEqual([
        '2',
        '1',
        'Insufficient funds in selected account.',
      ])
    })

    it('leaves out what is to be received where there is no account', () => {
      const [planned] = planConfirms([incoming], { ...known, positions: [] })
      expect(planned?.skipReason).toBe(
        'You have no account with this custodian yet. Ask the custodian to open one.',
      )
    })

    const account = (accountNum: string) =>
      ({ accountNum, registryManagerAddr: manager, registrarAddr: registrar }) as never
    const two = { ...known, positions: [], accounts: [account('8'), account('9')] }

    it('D6: chooses no receiving account where there are two, whichever holds the same', () => {
      for (const positions of [
        [],
        [position('8', '5')],
        [position('8', '0')],
        [position('8', '5'), position('9', '5')],
      ]) {
        const [planned] = planConfirms([incoming], { ...two, positions })
        expect(planned?.receiving?.options).toEqual(['8', '9'])
        expect(planned?.accounts).toEqual({})
        expect(planned && isDecided(planned)).toBe(false)
      }
    })

    it('receives into the only account', () => {
      const [planned] = planConfirms([incoming], { ...two, accounts: [account('9')] })
      expect(planned?.accounts).toEqual({ receive: '9' })
      expect(planned?.receiving).toBeUndefined()
    })

    it('D6: takes the first choice for every row of that custodian, and another one for its row alone', () => {
      const [one, other] = planConfirms([incoming, transferOf('0x0a')], two)
      if (one === undefined || other === undefined) throw new Error('nothing planned')
      const first = choose(new Map(), one, '9' as AccountNumber)
      expect([one, other].map((row) => withChosen(row, first).accounts)).toEqual([
        { receive: '9' },
        { receive: '9' },
      ])
      const second = choose(first, other, '8' as AccountNumber)
      expect([one, other].map((row) => withChosen(row, second).accounts)).toEqual([
        { receive: '9' },
        { receive: '8' },
      ])
      expect(withChosen(one, choose(new Map(), one, '77' as AccountNumber)).accounts).toEqual({})
    })

    it('D6: proposes the account last used for the instrument, if it can still receive', () => {
      const [row] = planConfirms([incoming], two)
      if (row === undefined) throw new Error('nothing planned')
      const lastUsed = (account: string) => () => account as AccountNumber
      expect(withChosen(row, new Map(), lastUsed('9')).accounts).toEqual({ receive: '9' })
      expect(withChosen(row, new Map(), lastUsed('77')).accounts).toEqual({})
      const chosen = choose(new Map(), row, '8' as AccountNumber)
      expect(withChosen(row, chosen, lastUsed('9')).accounts).toEqual({ receive: '8' })
    })

    it('is the plan as it was where nothing is received, or nothing fits', () => {
      for (const one of [transfer({}), transfer({ senderConfirmed: true })]) {
        const [row] = planConfirms([one], known)
        if (row === undefined) throw new Error('nothing planned')
        expect(
          withChosen(row, choose(new Map(), row, '9' as AccountNumber), () => '9' as AccountNumber),
        ).toBe(row)
      }
    })

    it('leaves out what has other details than the ledger vouches for', () => {
      const checks = new Map([[deliveryId, { result: 'differs' as const }]])
      const [planned] = planConfirms([incoming], { ...known, checks })
      expect(planned?.skipReason).toMatch(/do not match the ledger’s fingerprint/)
    })

    it('leaves out a payment as long as its amount is not known', () => {
      const payment = transfer({ legType: 'EXTERNAL' })
      expect(planConfirms([payment], known)[0]?.skipReason).toMatch(/amount to pay is unknown/)
      const details = { cashQuantity: '98000.00' } as DeliveryDetails
      const checks = new Map([[deliveryId, { result: 'matches' as const, details }]])
      expect(planConfirms([payment], { ...known, checks })[0]).toMatchObject({
        label: 'Confirm Payment Sent',
        check: { details },
      })
    })

    it('names no receiving account again', () => {
      const named = transfer({ sender: other, receiver: viewer, receiverAccount: '5' as never })
      expect(planConfirms([named], known)[0]?.accounts).toEqual({})
    })
  })
})

addMessages(bulk)

const asset = (identifier: string, quantity: string, more: object = {}) => ({
  identifier,
  account: null,
  quantity,
  decimals: 2,
  unit: 'EUR',
  ...more,
})
const planned = (given: Partial<Transfer>, cashQuantity?: string): PlannedTransfer => ({
  transfer: {
    transferType: 'FOP',
    legs,
    direction: 'RECEIVE',
    deliver: null,
    receive: null,
    // Of the server alone: what the ledger does not vouch for is in no total.
    cashQuantity: '999.00',
    cashCurrency: 'EUR',
    ...given,
  } as unknown as Transfer,
  check:
    cashQuantity === undefined
      ? { result: 'missing' }
      : { result: 'matches', details: { cashQuantity, cashCurrency: 'EUR' } as DeliveryDetails },
})
const legs = [{ legType: 'DIGITAL', sender: '0x01' }]
const repoLegs = [...legs, { legType: 'EXTERNAL', sender: '0x02' }]
const repo = {
  transferType: 'REPO',
  legs: repoLegs,
  receive: asset('XS1', '100'),
} as unknown as Partial<Transfer>

it('D6: sums up each unit and each currency by direction, and never one with another', () => {
  const rows = [
    planned(repo, '98000.50'),
    planned(repo, '1999.50'),
    planned({ receive: asset('DE2', '5', { decimals: 3 }) } as unknown as Partial<Transfer>),
    planned({ receive: asset('FUND', '7', { unit: 'UNITS', decimals: 0 }) } as unknown as Partial<Transfer>),
    planned({ direction: 'DELIVER', deliver: asset('XS1', '300') } as unknown as Partial<Transfer>),
  ]
  expect(bulkTotals(rows)).toEqual([
    'You deliver in total: 3.00 EUR nominal, EUR 100,000.00',
    'You receive in total: 2.005 EUR nominal, 7 units',
  ])
})

it('leaves out cash whose amount the ledger does not vouch for', () => {
  expect(bulkTotals([planned(repo)])).toEqual(['You receive in total: 1.00 EUR nominal'])
})

describe('dealText', () => {
  addMessages(app)
  addMessages(transactions)
  addMessages(deals)
  addMessages(transfers)

  const transfer = {
    transferType: 'REPO',
    legs: repoLegs,
    direction: 'RECEIVE',
    valueDate: 0,
    deliveryState: 'PENDING',
    expiresAt: Date.UTC(2999, 1, 20) / 1000,
    deliver: null,
    receive: {
      identifier: 'DE000A2LQ5M9',
      label: 'Hafenbank 2029',
      account: null,
      quantity: '3',
      decimals: 0,
    },
    description: null,
    cashQuantity: null,
    cashCurrency: null,
  } as unknown as Transfer
  const details = {
    description: 'One week',
    cashQuantity: '24650000.00',
    cashCurrency: 'EUR',
  } as DeliveryDetails
  const accounts = { receive: '4100020' as AccountNumber }

  it('says beside the bytes what one pays and receives, and into which account', () => {
    const planned = { transfer, accounts, check: { result: 'matches', details } as const }
    expect(dealText(planned, () => 'Liquidity reserve')).toEqual({
      legs: [
        'You deliver EUR 24,650,000.00 Cash Documented',
        'You receive 3 Hafenbank 2029 (DE000A2LQ5M9), into account 4100020 (Liquidity reserve)',
      ],
      terms: 'One week · Stage Opening · Expires 20 Feb 2999',
    })
  })

  it('has the price, the haircut and the days of a repo in the row', () => {
    const receive = { ...transfer.receive, quantity: '25000000', unit: 'EUR' }
    const repo = {
      purchaseDate: '2026-11-23',
      repurchaseDate: '2026-11-30',
      purchasePrice: '24650000.00',
      rate: '2.14',
      dayCount: 'ACT/360',
    }
    const checked = { result: 'matches', details: { ...details, repo } as DeliveryDetails } as const
    const planned = { transfer: { ...transfer, receive } as Transfer, check: checked }
    const { terms } = dealText(planned, () => undefined)
    expect(terms).toContain(' · Price 98.60% of nominal (Haircut 1.40%) · ')
    expect(terms).toContain(' · Repurchase date Mon 30 Nov 2026 (7 days) · ')
    expect(terms).toMatch(/Interest EUR 10,257\.14 · Repurchase price EUR 24,660,257\.14$/)
  })

  it('uses no amount that the ledger does not vouch for', () => {
    const falsified = {
      ...transfer,
      cashQuantity: '1.00',
      cashCurrency: 'EUR',
      description: foreignText('Made up'),
    } as Transfer
    const planned = { transfer: falsified, accounts, check: { result: 'differs' } as const }
    const { legs, terms } = dealText(planned, () => undefined)
    expect(legs[0]).toBe('You deliver not known yet Cash Documented')
    expect(terms).toBe('Expires 20 Feb 2999')
  })
})
