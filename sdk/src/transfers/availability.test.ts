// What a bank has available, on a real ledger: what a custodian's refusal changes, and from which block on.
import { AccountNumber, Seconds } from '@connex/protocol'
import type { Availability, DeliveryId } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dayFromNow,
  ELEVEN,
  inState,
  nominal,
  settleByAll,
  TWENTY_TWO,
} from '../../../testkit/src/fixtures/bankDeals.ts'
import { mint, openRegistry, startMarketFixture } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry } from '../../../testkit/src/fixtures/market.ts'
import type { Client } from '../client/client.ts'
import { listPositions } from '../registries/queries.ts'
import { refuseAsRegistrar } from './cancelTransfer.ts'
import { confirmAsRegistrar, confirmTransfer } from './confirmTransfer.ts'
import { createFopTransfer, createRepoTransfer } from './createTransfer.ts'
import { listAvailability, listAvailabilityFlows } from './desk.ts'
import { waitForTransfer } from './waitForTransfer.ts'

let market: MarketFixture
let bond: MarketRegistry
let baltic: Client
beforeAll(async () => {
  market = await startMarketFixture()
  bond = await openRegistry(market, 'DE000CNX0017', '1000')
  await mint(market, bond, nominal(10_000_000))
  baltic = market.baltic.client
})
afterAll(() => market.stop())

const TEN_MILLION = nominal(10_000_000)
const THIRTY_THREE = AccountNumber.parse('33')
const TOMORROW = dayFromNow(1)

/** Alpenbank sells everything to Baltic Trust Bank until tomorrow. */
async function sellUntilTomorrow(): Promise<void> {
  const { deliveryId } = await createRepoTransfer(market.alpenbank.client, {
    ...bond,
    account: ELEVEN,
    quantity: TEN_MILLION,
    direction: 'DELIVER',
    counterpartyAddr: market.baltic.address,
    description: 'Overnight',
    terms: {
      purchaseDate: dayFromNow(0),
      repurchaseDate: TOMORROW,
      purchasePrice: '10000000.00',
      rate: '2.14',
      dayCount: 'ACT/360',
    },
  })
  await settleByAll(market, deliveryId)
}

/** Baltic Trust Bank delivers everything on to Rhône. */
async function deliverOn(): Promise<void> {
  const { deliveryId } = await createFopTransfer(baltic, {
    ...bond,
    account: TWENTY_TWO,
    quantity: TEN_MILLION,
    direction: 'DELIVER',
    counterpartyAddr: market.rhone.address,
    description: 'On-lent',
  })
  await waitForTransfer(market.rhone.client, deliveryId)
  await confirmTransfer(market.rhone.client, { deliveryId, accounts: { receive: THIRTY_THREE } })
  await confirmAsRegistrar(market.registrar.client, deliveryId)
  await inState(baltic, deliveryId, 'SETTLED')
}

/** Rhône delivers it back tomorrow: both banks have confirmed, and the custodian has not. */
async function promiseBack(): Promise<DeliveryId> {
  const { deliveryId } = await createFopTransfer(market.rhone.client, {
    ...bond,
    account: THIRTY_THREE,
    quantity: TEN_MILLION,
    direction: 'DELIVER',
    counterpartyAddr: market.baltic.address,
    description: 'Back again',
    valueDate: Seconds.parse(Date.parse(`${TOMORROW}T00:00:00Z`) / 1000),
  })
  await waitForTransfer(baltic, deliveryId)
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: TWENTY_TWO } })
  return deliveryId
}

/** Certain today and tomorrow; today's is what Holdings shows at the same moment. */
async function certain(moment: { asOfBlock?: number } = {}): Promise<string[]> {
  const { items } = await listAvailability(baltic, { to: TOMORROW, ...moment })
  const [row] = items as [Availability]
  const holdings = await listPositions(baltic, { owner: market.baltic.address, ...moment })
  const shown = holdings.items.reduce((sum, { available }) => sum + BigInt(available), 0n)
  const days = row.days.map((day) => day.certain)
  expect(days[0]).toBe(String(shown))
  return days
}

test('what a custodian refuses is missing from the block of the refusal on, and the deal that needs it is named', async () => {
  await sellUntilTomorrow()
  // It has to go back tomorrow.
  expect(await certain()).toEqual([String(TEN_MILLION), '0'])
  await deliverOn()
  expect(await certain()).toEqual(['0', String(-TEN_MILLION)])
  const deliveryId = await promiseBack()
  expect(await certain()).toEqual(['0', '0'])
  expect((await listAvailability(baltic, { isShort: true })).items).toEqual([])

  const { block } = await refuseAsRegistrar(market.registrar.client, { deliveryId, reason: 'Account closed' })
  await inState(baltic, deliveryId, 'CANCELED')
  expect(await certain({ asOfBlock: block - 1 })).toEqual(['0', '0'])
  expect(await certain({ asOfBlock: block })).toEqual(['0', String(-TEN_MILLION)])
  const { items } = await listAvailability(baltic, { isShort: true })
  expect(items).toMatchObject([{ identifier: 'DE000CNX0017', shortFrom: TOMORROW }])
  const flows = await listAvailabilityFlows(baltic, { to: TOMORROW })
  expect(flows.items).toMatchObject([
    {
      kind: 'RETURN',
      certainty: 'CERTAIN',
      quantity: String(-TEN_MILLION),
      counterpartyAddr: market.alpenbank.address,
    },
  ])
})
