// Messages between two banks with a server each, about a repo on a real ledger.
import { fingerprintOf, freshSalt } from '@connex/protocol'
import type { DeliveryId, Fingerprint } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dayFromNow,
  nominal,
  openBankRepo,
  settleByAll,
  TWENTY_TWO,
} from '../../../testkit/src/fixtures/bankDeals.ts'
import { mint, openRegistry, startMarketFixture } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry } from '../../../testkit/src/fixtures/market.ts'
import { until } from '../../../testkit/src/machine.ts'
import type { Client } from '../client/client.ts'
import { call } from '../http/call.ts'
import { createReturn } from '../transfers/createReturn.ts'
import { listAvailabilityFlows } from '../transfers/desk.ts'
import {
  answerDealMessage,
  getDealMessages,
  listDealMessages,
  recall,
  requestSubstitution,
} from './messages.ts'

let market: MarketFixture
let bond: MarketRegistry
let [alpen, baltic]: [Client, Client] = [] as never
/** Alpenbank sold to Baltic Trust Bank, which holds P1. */
let deal: DeliveryId
beforeAll(async () => {
  market = await startMarketFixture()
  ;[alpen, baltic] = [market.alpenbank.client, market.baltic.client]
  bond = await openRegistry(market, 'DE000CNX0017', '1000')
  await mint(market, bond, nominal(100_000_000))
  deal = await openBankRepo(market, bond)
})
afterAll(() => market.stop())

/** The other server gets it in its own time. */
const received = (client: Client, messageId: Fingerprint) =>
  until('the message', async () => {
    const { messages } = await getDealMessages(client, deal)
    return messages.find((one) => one.messageId === messageId)
  })

const offered = [{ identifier: 'FR0013508470', quantity: '5100000' }]
const recalled = { quantities: { P1: nominal(3_000_000) }, date: dayFromNow(1) }

test.each([
  [
    'a lot that one holds oneself is not recalled',
    () => recall(baltic, { deliveryId: deal, ...recalled }),
    'lotNotRecallable',
  ],
  [
    'more than is outstanding is not recalled',
    () => recall(alpen, { deliveryId: deal, ...recalled, quantities: { P1: nominal(10_000_001) } }),
    'exceedsOutstanding',
  ],
  [
    'a lot that does not exist is not recalled',
    () => recall(alpen, { deliveryId: deal, ...recalled, quantities: { L1: 1n } }),
    'invalidInput',
    /quantities[.]L1: the deal has no such lot/,
  ],
  [
    'a recall of nothing is refused',
    () => recall(alpen, { deliveryId: deal, ...recalled, quantities: {} }),
    'invalidInput',
  ],
  [
    'a recall by yesterday is refused',
    () => recall(alpen, { deliveryId: deal, ...recalled, date: dayFromNow(-1) }),
    'dayPassed',
  ],
  [
    'who holds collateral cannot ask to substitute it',
    () => requestSubstitution(baltic, { deliveryId: deal, out: { P1: 100n }, offered }),
    'notYourCollateral',
  ],
  [
    'a request that nobody wrote takes no answer',
    () =>
      answerDealMessage(baltic, {
        deliveryId: deal,
        messageId: fingerprintOf({ salt: freshSalt() }),
        isAgreed: true,
      }),
    'notFound',
  ],
  [
    'a recall is not declined for a reason of substitutions',
    async () => {
      const messageId = await recall(alpen, { deliveryId: deal, ...recalled })
      await received(baltic, messageId)
      const declined = { deliveryId: deal, messageId, isAgreed: false } as const
      try {
        return await answerDealMessage(baltic, { ...declined, reason: 'INVALID_IDENTIFIER' })
      } finally {
        await answerDealMessage(alpen, declined)
      }
    },
    'invalidInput',
  ],
])('%s', async (_name, write, code, message = /./) => {
  const error: unknown = await write().catch((refusal: unknown) => refusal)
  expect(error).toMatchObject({ code })
  expect(String(error)).toMatch(message)
})

test('a custodian writes no message, and reads none', async () => {
  const message = {
    salt: freshSalt(),
    v: 1,
    kind: 'RECALL',
    openingDeliveryId: deal,
    lots: [{ lot: 'P1', quantity: '100' }],
    date: dayFromNow(1),
  } as const
  const { client } = market.registrar
  await expect(call(client, 'putDealMessage', { body: { message } as never })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const messageId = await recall(alpen, { deliveryId: deal, ...recalled })
  await received(baltic, messageId)
  expect((await listDealMessages(client, { openingDeliveryIds: [deal] })).items).toEqual([])
  await answerDealMessage(alpen, { deliveryId: deal, messageId, isAgreed: false })
})

test('a recall is answered by the other side, and done once a return that quotes it has settled', async () => {
  const messageId = await recall(alpen, { deliveryId: deal, ...recalled, text: 'For a margin call.' })
  const there = await received(baltic, messageId)
  expect(there).toMatchObject({ state: 'OPEN', text: 'For a margin call.', kind: 'RECALL' })
  expect(there.message).toMatchObject({ lots: [{ lot: 'P1', quantity: '300000000' }], date: recalled.date })
  const unanswered = await listDealMessages(baltic, { isUnanswered: true })
  expect(unanswered.items.map((one) => one.messageId)).toContain(messageId)

  await expect(
    answerDealMessage(alpen, { deliveryId: deal, messageId, isAgreed: true }),
  ).rejects.toMatchObject({ code: 'ownRequest' })
  const answerId = await answerDealMessage(baltic, { deliveryId: deal, messageId, isAgreed: true })
  await received(alpen, answerId)
  expect((await received(alpen, messageId)).state).toBe('AGREED')
  expect((await listDealMessages(alpen, { isUnanswered: true })).items).toEqual([])

  const recallsIn = async (client: Client) => {
    const { items } = await listAvailabilityFlows(client, { itemsPerPage: 500 })
    return items
      .filter(({ kind }) => kind === 'RECALL')
      .map(({ date, certainty, quantity }) => [date, certainty, quantity])
  }
  expect(await recallsIn(alpen)).toEqual([[recalled.date, 'EXPECTED', '300000000']])
  expect(await recallsIn(baltic)).toEqual([[recalled.date, 'CERTAIN', '-300000000']])

  const { deliveryId } = await createReturn(baltic, {
    deliveryId: deal,
    quantities: recalled.quantities,
    accounts: { deliver: TWENTY_TWO },
    repurchaseDate: dayFromNow(1),
    answers: [messageId],
  })
  await settleByAll(market, deliveryId)
  for (const client of [alpen, baltic])
    await until('done', async () => ((await received(client, messageId)).state === 'DONE' ? true : undefined))
  for (const client of [alpen, baltic]) expect(await recallsIn(client)).toEqual([])
  await expect(
    answerDealMessage(baltic, { deliveryId: deal, messageId, isAgreed: false }),
  ).rejects.toMatchObject({ code: 'requestEnded' })
})

test('a declined request is declined on both sides with its reason, and a withdrawn one is withdrawn', async () => {
  const request = { deliveryId: deal, out: { P1: nominal(5_000_000) }, offered }
  const [first, second] = [
    await requestSubstitution(alpen, { ...request, text: 'For a delivery tomorrow.' }),
    await requestSubstitution(alpen, request),
  ]
  expect(await received(baltic, first)).toMatchObject({ text: 'For a delivery tomorrow.' })
  expect(await received(baltic, second)).toMatchObject({ text: null })
  const declined = { deliveryId: deal, messageId: first, isAgreed: false } as const
  await expect(
    answerDealMessage(baltic, { ...declined, isAgreed: true, reason: 'INVALID_IDENTIFIER' }),
  ).rejects.toMatchObject({ code: 'invalidInput' })
  const answered = { ...declined, reason: 'INSUFFICIENT_COLLATERAL', text: '5,200,000 would do.' } as const
  expect(await received(alpen, await answerDealMessage(baltic, answered))).toMatchObject({
    message: { isAgreed: false, reason: answered.reason },
    text: answered.text,
  })
  await received(
    baltic,
    await answerDealMessage(alpen, { deliveryId: deal, messageId: second, isAgreed: false }),
  )
  for (const client of [alpen, baltic]) {
    expect((await received(client, first)).state).toBe('DECLINED')
    expect((await received(client, second)).state).toBe('WITHDRAWN')
  }
})
