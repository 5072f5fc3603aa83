import type { Address } from '@connex/protocol'
import type { ProposedCall } from '@connex/sdk'
import { expect, it } from 'vitest'
import { loanMargin, loanTerms } from '../../../../../testkit/src/fixtures/terms.ts'
import { againOf } from './againOf.ts'

const [own, other, registrar, manager] = ['0x01', '0x02', '0x03', '0x04'] as Address[] as [
  Address,
  Address,
  Address,
  Address,
]
const custodians = [{ key: '0x04:0x03', label: 'M', registryManagerAddr: manager, registrarAddr: registrar }]
const leg = (given: object = {}) => ({
  legType: 'DIGITAL',
  sender: own,
  receiver: other,
  registrar,
  assetManagerAddr: manager,
  registryId: '0xe1',
  currency: undefined,
  quantity: 206_000n,
  senderAccount: '11',
  receiverAccount: undefined,
  ...given,
})
const cash = { legType: 'EXTERNAL', sender: other, receiver: own, registryId: undefined, currency: 'EUR' }
const repo = {
  purchaseDate: '2026-11-25',
  purchasePrice: '2018.80',
  repurchaseDate: '2026-12-03',
  rate: '2.14',
  dayCount: 'ACT/360',
}
const callOf = (details: object | null, legs: object[], given: object = {}): ProposedCall =>
  ({
    functionName: 'createDelivery',
    legs,
    valueDate: 0,
    details: details && { salt: '0x', description: 'One week', ...details },
    ...given,
  }) as unknown as ProposedCall
const again = (calls: ProposedCall[], decimals: number | undefined = 2) =>
  againOf(calls, { own, custodians: custodians as never, decimalsOf: () => decimals, today: '2026-11-26' })

it('has no form for a confirmation, for several calls, without details, or for an instrument that is unknown here', () => {
  const opening = callOf({}, [leg()])
  expect(again([callOf({}, [leg()], { functionName: 'confirmAsSender' })])).toBeUndefined()
  expect(again([opening, opening])).toBeUndefined()
  expect(again([callOf(null, [leg()])])).toBeUndefined()
  expect(
    againOf([opening], { own, custodians: [], decimalsOf: () => undefined, today: '2026-11-26' }),
  ).toBeUndefined()
  expect(again([callOf({ openingDeliveryId: '0x0d', deal: { event: 'AMENDMENT' } }, [])])).toBeUndefined()
})

it('fills in a repo with its terms, without the days that have passed', () => {
  expect(again([callOf({ repo, cashCurrency: 'EUR' }, [leg(), leg(cash)], { valueDate: 1 })])).toEqual({
    kind: 'create',
    prefill: {
      kind: 'REPO',
      direction: 'DELIVER',
      custodianKey: '0x04:0x03',
      counterpartyAddr: other,
      deliver: { registryId: '0xe1', account: '11', quantity: '2,060.00' },
      receive: { registryId: null, account: null, quantity: '' },
      description: 'One week',
      cashQuantity: '2,018.80',
      cashCurrency: 'EUR',
      rate: '2.14',
      dayCount: 'ACT/360',
      repurchaseDate: '2026-12-03',
    },
  })
})

it('fills in what is received, and both sides of a loan', () => {
  const received = { sender: other, receiver: own, senderAccount: undefined, receiverAccount: '7' }
  expect(again([callOf({}, [leg(received)])])).toMatchObject({
    prefill: { kind: 'FOP', direction: 'RECEIVE', counterpartyAddr: other, receive: { account: '7' } },
  })
  expect(again([callOf({}, [leg(), leg(received)])])).toMatchObject({
    prefill: {
      kind: 'SEC_LEND',
      direction: 'DELIVER',
      deliver: { account: '11' },
      receive: { account: '7' },
    },
  })
})

it('fills in the terms of a loan again, without its reference and a day that has passed', () => {
  const received = { sender: other, receiver: own, senderAccount: undefined, receiverAccount: '7' }
  const loan = {
    ...loanTerms,
    startDate: '2026-11-25',
    endDate: '2026-12-31',
    termType: 'FIXED',
    noticeDays: 0,
  }
  const filled = again([callOf({ reference: 'DESK-4711', loan, margin: loanMargin }, [leg(), leg(received)])])
  expect(filled).toMatchObject({
    prefill: {
      more: {
        reference: '',
        feeRate: '0.35',
        termType: 'FIXED',
        startDate: '',
        endDate: '2026-12-31',
        marginMethod: 'LOAN',
        marginRatio: '105',
        substitution: 'ANY_TIME',
      },
    },
  })
})

it('fills in a return with its part of each lot, wherever its payment is', () => {
  const lots = [{ legIdx: 1, lot: 'P1' }]
  const part = { event: 'RETURN', effectiveDate: '2026-11-30', lots }
  expect(again([callOf({ openingDeliveryId: '0x0d', deal: part }, [leg(cash), leg()])])).toEqual({
    kind: 'return',
    openingDeliveryId: '0x0d',
    prefill: {
      description: 'One week',
      accounts: { P1: '11' },
      repurchaseDate: '2026-11-30',
    },
    parts: { P1: 206_000n },
  })
})

it('fills in when a part of a repo pays its interest', () => {
  const paid = (...purposes: string[]) =>
    again([
      callOf(
        {
          openingDeliveryId: '0x0d',
          deal: { event: 'RETURN', lots: [], cash: purposes.map((purpose) => ({ purpose })) },
        },
        [leg(cash)],
      ),
    ])?.prefill
  expect(paid('PRINCIPAL')).toMatchObject({ interest: 'AT_END' })
  expect(paid('PRINCIPAL', 'INTEREST')).not.toHaveProperty('interest')
  expect(paid()).not.toHaveProperty('interest')
})

it('fills in a substitution without its prices, which are of another day', () => {
  const lots = [
    { legIdx: 1, lot: 'P1' },
    { legIdx: 2, lot: 'P2' },
  ]
  const deal = {
    event: 'SUBSTITUTION',
    lots,
    amend: { haircuts: [{ lot: 'P2', haircut: '1' }] },
    priceUsed: [{ instrument: '0xf1', clean: '99', accrued: '0', date: '2026-11-25', source: 'close' }],
  }
  const back = { sender: other, receiver: own, senderAccount: undefined, receiverAccount: '11' }
  expect(
    again([callOf({ openingDeliveryId: '0x0d', deal }, [leg(cash), leg(back), leg({ registryId: '0xe2' })])]),
  ).toEqual({
    kind: 'substitute',
    openingDeliveryId: '0x0d',
    prefill: {
      description: 'One week',
      out: { P1: '2,060.00' },
      in: [{ id: 0, custodian: '0x04:0x03', position: '0xe2@11', quantity: '2,060.00', haircut: '1' }],
    },
  })
})
