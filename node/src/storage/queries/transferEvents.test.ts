// Transfers that are more than their type: events of deals, and payments without securities.
import { Address, Bytes32, CASH_INSTRUMENT, DeliveryId, Fingerprint, ZERO_ADDRESS } from '@connex/protocol'
import type { CallQuery, Paging } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEEDED, seedDelivery, seedTenants } from '../../../../testkit/src/database/ledgerRows.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { sumTransfers } from '../desk/transferTotals.ts'
import type { Database } from '../engine/openDatabase.ts'
import { listTransfers } from './transfers.ts'

const word = (digits: string) => Bytes32.parse(`0x${digits.padStart(64, '0')}`)
const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [alpenbank, baltic, registrar] = [address('1'), address('2'), address('3')]
const OPENING = word('09e4')
const interest = (amount: string, legIdx = 0) => ({ legIdx, amount, currency: 'USD', purpose: 'INTEREST' })

const PAYMENTS = {
  fee: { cashQuantity: '250.00', cashCurrency: 'EUR' },
  interest: {
    openingDeliveryId: OPENING,
    deal: { event: 'INTEREST', cash: [interest('5000.00'), interest('-0.50'), interest('7.00', 1)] },
  },
  agreed: {
    openingDeliveryId: OPENING,
    deal: { event: 'AMENDMENT', cash: [{ ...interest('0.00'), purpose: 'AGREEMENT' }] },
  },
  unread: undefined,
}
const SECURITIES = {
  closing: { openingDeliveryId: OPENING },
  exchange: { openingDeliveryId: OPENING, deal: { event: 'SUBSTITUTION' } },
  plain: {},
}
const NO_ASSET = ['registry_id', 'instrument_id', 'identifier', 'account', 'quantity', 'decimals'].map(
  (part) => [`deliver_${part}`, null] as const,
)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const db = database.kysely
  await seedTenants(db, [
    { address: alpenbank, name: 'Alpenbank', apiUrl: '' },
    { address: baltic, name: 'Baltic Trust Bank', apiUrl: '' },
  ])
  await seedDelivery(db, { sender: alpenbank, receiver: baltic, registrar, issuer: alpenbank })
  const leg = await db.selectFrom('legs').selectAll().executeTakeFirstOrThrow()
  const none = { registry_manager: ZERO_ADDRESS, registrar: ZERO_ADDRESS, ...Object.fromEntries(NO_ASSET) }
  for (const [name, details] of Object.entries(PAYMENTS)) {
    await transfer(name, none, details)
    const cash = { leg_type: 'EXTERNAL', asset_manager: ZERO_ADDRESS, registrar: ZERO_ADDRESS } as const
    await db
      .insertInto('legs')
      .values({ ...leg, ...cash, delivery_id: idOf(name), reference: idOf(name) })
      .execute()
  }
  for (const [name, details] of Object.entries(SECURITIES)) {
    await transfer(name, {}, details)
    await db
      .insertInto('legs')
      .values({ ...leg, delivery_id: idOf(name), reference: idOf(name) })
      .execute()
  }
  await db.deleteFrom('transfer_views').where('delivery_id', '=', SEEDED.deliveryId).execute()
})
afterAll(() => database.close())

const idOf = (name: string) => DeliveryId.parse(word(Buffer.from(name).toString('hex')))
const nameOf = (id: string) => Buffer.from(id.slice(2).replace(/^0+/, ''), 'hex').toString()

async function transfer(name: string, view: object, details: object | undefined): Promise<void> {
  const id = { delivery_id: idOf(name), private_data_fp: Fingerprint.parse(idOf(name)) }
  const db = database.kysely
  const delivery = await db.selectFrom('deliveries').selectAll().limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('deliveries')
    .values({ ...delivery, ...id })
    .execute()
  const seeded = await db
    .selectFrom('transfer_views')
    .selectAll()
    .where('delivery_id', '=', SEEDED.deliveryId)
    .where('viewer', '=', alpenbank)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('transfer_views')
    .values({ ...seeded, ...view, delivery_id: idOf(name) })
    .execute()
  if (details === undefined) return
  await db
    .insertInto('delivery_details')
    .values({
      tenant: alpenbank,
      delivery_id: idOf(name),
      fingerprint: Fingerprint.parse(idOf(name)),
      details: JSON.stringify({ description: name, ...details }),
      status: 'SYNCED',
      sender: null,
      stored_at: 1,
    })
    .execute()
}

const listed = async (filters: CallQuery<'transfers'> = {}, paging: Paging = {}) =>
  (await listTransfers(database.kysely, alpenbank, filters, { itemsPerPage: 100, ...paging })).items
const names = async (filters: CallQuery<'transfers'>, paging?: Paging) =>
  (await listed(filters, paging)).map(({ deliveryId }) => nameOf(deliveryId))

test('a transfer whose private details are not there is no event, and its cash is not known', async () => {
  const [unread] = await listed({ transferId: [idOf('unread')] })
  expect(unread).toMatchObject({ dealEvent: null, isCashOnly: true, cashQuantity: null })
})

test('a transfer keeps its type, and says beside it which event it is and whether it moves cash alone', async () => {
  const found = (await listed()).map(({ deliveryId, transferType, dealEvent, isCashOnly, cashQuantity }) => [
    nameOf(deliveryId),
    [transferType, dealEvent, isCashOnly, cashQuantity],
  ])
  expect(Object.fromEntries(found)).toEqual({
    fee: ['FOP', null, true, '250.00'],
    interest: ['FOP', 'INTEREST', true, '4999.50'],
    agreed: ['FOP', 'AMENDMENT', true, '0.00'],
    unread: ['FOP', null, true, null],
    closing: ['FOP', 'RETURN', false, null],
    exchange: ['FOP', 'SUBSTITUTION', false, null],
    plain: ['FOP', null, false, null],
  })
})

test('events are found by their kind, a closing without one as a return', async () => {
  expect(await names({ dealEvent: ['RETURN'] })).toEqual(['closing'])
  expect((await names({ dealEvent: ['AMENDMENT', 'SUBSTITUTION'] })).toSorted()).toEqual([
    'agreed',
    'exchange',
  ])
  expect(await names({ dealEvent: ['FEE'] })).toEqual([])
})

test('payments are found and sorted by their cash, on the side of who pays', async () => {
  const cash = `deliverIdentifier:is:${CASH_INSTRUMENT}`
  expect((await names({}, { where: [cash] })).toSorted()).toEqual(Object.keys(PAYMENTS).toSorted())
  expect(await names({}, { where: [`receiveIdentifier:is:${CASH_INSTRUMENT}`] })).toEqual([])
  expect(
    await names({}, { where: [cash, 'deliverQuantity:at-least:250'], sortBy: 'deliverQuantity' }),
  ).toEqual(['fee', 'interest'])
})

test('the sums of a list count what payments pay', async () => {
  const { cash } = await sumTransfers(database.kysely, alpenbank, {}, {})
  expect(cash).toEqual([
    { currency: 'EUR', incoming: '0.00', outgoing: '250.00' },
    { currency: 'USD', incoming: '0.00', outgoing: '4999.50' },
  ])
})
