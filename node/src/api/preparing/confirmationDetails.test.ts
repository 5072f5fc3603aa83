// What a confirmation depends on: private details that have not arrived, or are not those of the ledger, between two servers.
import { AccountNumber } from '@connex/protocol'
import type { CallBody, DeliveryId } from '@connex/protocol'
import { call, createFopTransfer, createRepoTransfer, getTransfer } from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketParty, MarketRegistry } from '../../../../testkit/src/fixtures/market.ts'
import { createWithheld } from '../../../../testkit/src/fixtures/withheldDetails.ts'
import { until } from '../../../../testkit/src/machine.ts'

let market: MarketFixture
let bond: MarketRegistry
let alpenbank: MarketParty
let baltic: MarketParty
beforeAll(async () => {
  market = await startMarketFixture()
  ;({ alpenbank, baltic } = market)
  bond = await openRegistry(market, 'DE000CNX0017')
  await mint(market, bond, 10_000n)
})
afterAll(() => market.stop())

const terms = {
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-24',
  purchasePrice: '98000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
} as const
const delivered = () =>
  ({
    ...bond,
    account: AccountNumber.parse('11'),
    quantity: 100n,
    direction: 'DELIVER',
    counterpartyAddr: baltic.address,
    description: 'Rebalancing',
  }) as const

const repo = () =>
  createWithheld(
    (options) => createRepoTransfer(alpenbank.client, { ...delivered(), terms }, options),
    baltic.client,
  )
const fop = () =>
  createWithheld((options) => createFopTransfer(alpenbank.client, delivered(), options), baltic.client)

const receipt = (deliveryId: DeliveryId, given: Partial<CallBody<'prepareConfirmation'>> = {}) => ({
  deliveryId,
  accounts: { receive: AccountNumber.parse('22') },
  ...given,
})
const confirm = (deliveryId: DeliveryId, given: Partial<CallBody<'prepareConfirmation'>> = {}) =>
  call(baltic.client, 'prepareConfirmation', { body: receipt(deliveryId, given) })

const MISSING = {
  status: 409,
  code: 'detailsMissing',
  message:
    'Nothing was prepared: your server has not received the private details of this transfer yet, so the amount of cash, or the deal behind an exchange, is unknown. Try again in a moment. If the other side has given you the terms by other means, send withoutDetails, which a proposal does not take.',
}
const DIFFERENT = {
  status: 409,
  code: 'detailsDiffer',
  message:
    "Nothing was prepared: the private details on your server do not match the ledger's fingerprint. Do not rely on them: ask the other side for the terms by other means, then send withoutDetails, which a proposal does not take.",
}
const PAYMENT = 'Baltic Trust Bank pays an unknown amount in EUR to Alpenbank, outside the ledger.'

describe('refuses', () => {
  test('a payment of unknown amount, until its details arrive or whoever knows them otherwise says so', async () => {
    const { deliveryId, store } = await repo()
    await expect(confirm(deliveryId)).rejects.toMatchObject(MISSING)
    await expect(confirm(deliveryId, { withoutPayment: true })).rejects.toMatchObject(MISSING)
    expect((await confirm(deliveryId, { withoutDetails: true })).consequences).toContain(PAYMENT)
    await store(alpenbank.client)
    await until(
      'the details',
      async () => (await getTransfer(baltic.client, deliveryId)).detailsStatus === 'SYNCED',
    )
    expect((await confirm(deliveryId)).consequences).toContain(
      'Baltic Trust Bank pays EUR 98,000.00 to Alpenbank, outside the ledger.',
    )
  })

  test('details that are not those of the ledger, of a transfer free of payment too', async () => {
    for (const create of [repo, fop]) {
      const { deliveryId, store } = await create()
      expect((await store(baltic.client, { description: 'Another' })).status).toBe('FINGERPRINT_MISMATCH')
      await expect(confirm(deliveryId)).rejects.toMatchObject(DIFFERENT)
      const { consequences } = await confirm(deliveryId, { withoutDetails: true })
      expect(consequences[0]).toMatch(/^You confirm that you receive\./)
    }
  })

  test('a proposal by them, whether accepted or not: colleagues approve by the details', async () => {
    const { deliveryId } = await repo()
    const propose = (confirmation: CallBody<'prepareConfirmation'>) =>
      call(baltic.client, 'prepareProposal', { body: { confirmation } })
    for (const one of [deliveryId, (await fop()).deliveryId])
      await expect(propose(receipt(one))).rejects.toMatchObject({ code: 'detailsMissing' })
    await expect(propose(receipt(deliveryId, { withoutDetails: true }))).rejects.toMatchObject({
      code: 'badRequest',
    })
  })
})

test('securities alone are on the ledger: their confirmation waits for no details', async () => {
  const { deliveryId } = await fop()
  expect((await confirm(deliveryId)).consequences[1]).toBe(
    'Alpenbank delivers 1.00 DE000CNX0017 from account 11 to Baltic Trust Bank, account 22, with Meridian Registrars as registrar.',
  )
})

test('a cancel needs none: whatever the payment was, it ends', async () => {
  const { deliveryId } = await repo()
  const { consequences } = await call(baltic.client, 'prepareCancel', { body: { deliveryId } })
  expect(consequences).toContain(PAYMENT)
  expect(consequences[0]).toMatch(/^You cancel the delivery/)
})
