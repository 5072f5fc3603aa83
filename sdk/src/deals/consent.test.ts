// Substitutions whose terms want the holder's consent: two banks with a server each, on a real ledger.
import type { DeliveryId, Fingerprint, InstrumentId } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dayFromNow,
  ELEVEN,
  nominal,
  ON_CONSENT,
  openBankRepo,
  settleByAll,
} from '../../../testkit/src/fixtures/bankDeals.ts'
import { mint, openRegistry, startMarketFixture } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry } from '../../../testkit/src/fixtures/market.ts'
import { until } from '../../../testkit/src/machine.ts'
import type { Client } from '../client/client.ts'
import { cancelTransfer } from '../transfers/cancelTransfer.ts'
import { waitForTransfer } from '../transfers/waitForTransfer.ts'
import { createSubstitution } from '../transfers/createSubstitution.ts'
import type { SubstitutionParameters } from '../transfers/substitutionDelivery.ts'
import { getDeal } from './deals.ts'
import { answerDealMessage, getDealMessages, recall, requestSubstitution } from './messages.ts'

type Registry = MarketRegistry & { instrumentId: InstrumentId }

let market: MarketFixture
let [bond, note]: [Registry, Registry] = [] as never
let [alpen, baltic]: [Client, Client] = [] as never
/** Alpenbank has sold 10,000,000 of the bond to Baltic Trust Bank, and exchanges it once that agrees. */
let deal: DeliveryId
beforeAll(async () => {
  market = await startMarketFixture()
  ;[alpen, baltic] = [market.alpenbank.client, market.baltic.client]
  bond = await openRegistry(market, 'DE000CNX0017', '1000')
  note = await openRegistry(market, 'DE000CNX0025', '1000')
  await mint(market, bond, nominal(100_000_000))
  await mint(market, note, nominal(100_000_000))
  deal = await openBankRepo(market, bond, ON_CONSENT)
})
afterAll(() => market.stop())

const half = { P1: nominal(5_000_000) }
/** Half of the bond against as much of the note. */
const substitute = (given: Partial<SubstitutionParameters> = {}) =>
  createSubstitution(alpen, {
    deliveryId: deal,
    out: half,
    in: [{ ...note, account: ELEVEN, quantity: nominal(5_000_000) }],
    prices: [bond, note].map(({ instrumentId }) => ({ instrumentId, clean: '100', date: dayFromNow(0) })),
    ...given,
  })

const answers = (messageId: Fingerprint, isAgreed: boolean, by = baltic) =>
  answerDealMessage(by, { deliveryId: deal, messageId, isAgreed })
/** A request to exchange half, once both servers have it. */
async function requested(out: SubstitutionParameters['out'] = half): Promise<Fingerprint> {
  const offered = [{ identifier: 'DE000CNX0025', quantity: '5000000' }]
  const messageId = await requestSubstitution(alpen, { deliveryId: deal, out, offered })
  await state(baltic, messageId, 'OPEN')
  return messageId
}
const state = (client: Client, messageId: Fingerprint, wanted: string) =>
  until(wanted, async () => {
    const { messages } = await getDealMessages(client, deal)
    return messages.find((one) => one.messageId === messageId && one.state === wanted)
  })
const missing = (quantity: string) => ({
  code: 'consentMissing',
  message: `The terms allow a substitution only once the holder of the collateral agrees, and it has not agreed to exchange ${quantity} DE000CNX0017. Ask the holder first, and wait for its answer.`,
})

describe('is refused, and nothing is published', () => {
  test('without a request', async () => {
    await expect(substitute()).rejects.toMatchObject(missing('5,000,000.00'))
    await expect(substitute({ answers: [] })).rejects.toMatchObject(missing('5,000,000.00'))
  })

  test('with a request that nobody has answered', async () => {
    const messageId = await requested()
    await expect(substitute({ answers: [messageId] })).rejects.toMatchObject(missing('5,000,000.00'))
    await answers(messageId, false, alpen)
  })

  test('with a request that the holder has declined, though it had agreed before', async () => {
    const messageId = await requested()
    await answers(messageId, true)
    await state(alpen, messageId, 'AGREED')
    await answers(messageId, false)
    await state(alpen, messageId, 'DECLINED')
    await expect(substitute({ answers: [messageId] })).rejects.toMatchObject(missing('5,000,000.00'))
    await expect(substitute()).rejects.toMatchObject(missing('5,000,000.00'))
  })

  test('with an agreed one that its author has withdrawn', async () => {
    const messageId = await requested()
    await answers(messageId, true)
    await state(alpen, messageId, 'AGREED')
    await answers(messageId, false, alpen)
    await expect(substitute()).rejects.toMatchObject(missing('5,000,000.00'))
  })

  test('with an agreement to a recall', async () => {
    const messageId = await recall(alpen, { deliveryId: deal, quantities: half, date: dayFromNow(1) })
    await state(baltic, messageId, 'OPEN')
    await answers(messageId, true)
    await state(alpen, messageId, 'AGREED')
    await expect(substitute({ answers: [messageId] })).rejects.toMatchObject(missing('5,000,000.00'))
    await answers(messageId, false, alpen)
  })

  test('of more than the holder has agreed to: the sentence names the rest', async () => {
    const messageId = await requested({ P1: nominal(3_000_000) })
    await answers(messageId, true)
    await state(alpen, messageId, 'AGREED')
    await expect(substitute()).rejects.toMatchObject(missing('2,000,000.00'))
    await answers(messageId, false, alpen)
    expect((await getDeal(alpen, deal)).deliveries).toHaveLength(1)
  })
})

test('once the holder agrees, the substitution quotes the request; an agreement for another lot does not count', async () => {
  const messageId = await requested()
  await answers(messageId, true)
  await state(alpen, messageId, 'AGREED')
  await expect(substitute({ answers: [`0x${'7a'.repeat(32)}` as Fingerprint] })).rejects.toMatchObject(
    missing('5,000,000.00'),
  )
  const quoted = async (deliveryId: DeliveryId) => {
    const { deliveries } = await getDeal(alpen, deal)
    return deliveries.find((one) => one.deliveryId === deliveryId)?.details?.deal?.answers
  }
  const named = await substitute({ answers: [messageId] })
  expect(await quoted(named.deliveryId)).toEqual([messageId])
  await cancelTransfer(alpen, { deliveryId: named.deliveryId })

  const { deliveryId } = await substitute()
  expect(await quoted(deliveryId)).toEqual([messageId])
  await waitForTransfer(baltic, deliveryId)
  await settleByAll(market, deliveryId)
  for (const client of [alpen, baltic]) await state(client, messageId, 'DONE')

  // The deal has two lots now: what the holder agrees to for one of them says nothing about the other.
  const other = await requested({ P2: nominal(5_000_000) })
  await answers(other, true)
  await state(alpen, other, 'AGREED')
  await expect(substitute()).rejects.toMatchObject(missing('5,000,000.00'))
  await expect(substitute({ answers: [messageId, other] })).rejects.toMatchObject(missing('5,000,000.00'))
})
