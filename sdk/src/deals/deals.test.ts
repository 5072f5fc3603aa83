// Deals between two banks with a server each, on a real ledger: parts go back, and both sides compute the same.
import { AccountNumber, centsOf } from '@connex/protocol'
import type { DeliveryId, RepoTerms } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmAsBanks, over, untilBothKnow } from '../../../testkit/src/fixtures/bankDeals.ts'
import { mint, openRegistry, startMarketFixture } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry } from '../../../testkit/src/fixtures/market.ts'
import { until } from '../../../testkit/src/machine.ts'
import { startOlderServer } from '../../../testkit/src/servers/olderServer.ts'
import type { Client } from '../client/client.ts'
import { cancelTransfer } from '../transfers/cancelTransfer.ts'
import { confirmAsRegistrar, confirmTransfer } from '../transfers/confirmTransfer.ts'
import { createReturn } from '../transfers/createReturn.ts'
import { createFopTransfer, createRepoTransfer } from '../transfers/createTransfer.ts'
import { listDueEvents, readDeskSummary } from '../transfers/desk.ts'
import { call } from '../http/call.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import { getTransfer } from '../transfers/queries.ts'
import { waitForTransfer } from '../transfers/waitForTransfer.ts'
import { findDealChange } from './confirmation.ts'
import { getDeal, listDeals } from './deals.ts'
import { readProposal } from '../workflows/readProposal.ts'
import { sendForApproval } from '../workflows/sendForApproval.ts'
import { findClosing } from './findClosing.ts'

let market: MarketFixture
let registry: MarketRegistry
let alpen: Client
let baltic: Client
let registrar: Client
beforeAll(async () => {
  market = await startMarketFixture()
  registry = await openRegistry(market, 'DE000CNX0017', '1000')
  await mint(market, registry, nominal(100_000_000))
  alpen = market.alpenbank.client
  baltic = market.baltic.client
  registrar = market.registrar.client
})
afterAll(() => market.stop())

/** The bond has two decimals. */
const nominal = (whole: number): bigint => BigInt(whole) * 100n
const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Alpenbank sells 10,000,000 for a week. */
const TERMS: RepoTerms = {
  purchaseDate: dayFromNow(0),
  repurchaseDate: dayFromNow(7),
  purchasePrice: '10000000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
}

const settled = (client: Client, deliveryId: DeliveryId) =>
  until('the settlement', async () => {
    const found = await getTransfer(client, deliveryId).catch(() => undefined)
    return found?.state === 'SETTLED' && found.detailsStatus === 'SYNCED' ? found : undefined
  })

/** All confirm; the buyer's account is 22, the seller's 11. */
async function settle(deliveryId: DeliveryId): Promise<void> {
  await confirmAsBanks(market, deliveryId)
  await confirmAsRegistrar(registrar, deliveryId)
  await Promise.all([settled(alpen, deliveryId), settled(baltic, deliveryId)])
}

async function openRepo(): Promise<DeliveryId> {
  const { deliveryId } = await createRepoTransfer(alpen, {
    ...registry,
    account: AccountNumber.parse('11'),
    quantity: nominal(10_000_000),
    direction: 'DELIVER',
    counterpartyAddr: market.baltic.address,
    description: 'One week',
    terms: TERMS,
  })
  await settle(deliveryId)
  return deliveryId
}

const part = (client: Client, deliveryId: DeliveryId, whole: number, days = 3, options: SendOptions = {}) =>
  createReturn(
    client,
    { deliveryId, quantities: { P1: nominal(whole) }, repurchaseDate: dayFromNow(days) },
    options,
  )

const P1 = async (client: Client, opening: DeliveryId) => {
  const { outstanding = 0n, inFlight = 0n } = (await getDeal(client, opening)).deal.lots[0] ?? {}
  return [outstanding, inFlight]
}

/** What falls due of a deal: securities and cash, above zero where they come in. */
async function dueOf(client: Client, opening: DeliveryId): Promise<unknown[]> {
  const { items } = await listDueEvents(client, {
    from: dayFromNow(0),
    to: dayFromNow(30),
    itemsPerPage: 500,
  })
  const due = items.find(({ kind, deliveryId }) => kind === 'REPURCHASE' && deliveryId === opening)
  if (due === undefined) return []
  const quantity = (side: typeof due.incoming) =>
    side.securities.reduce((sum, one) => sum + BigInt(one.quantity), 0n)
  const cash = due.incoming.cash ?? due.outgoing.cash
  return [
    quantity(due.incoming) - quantity(due.outgoing),
    cash && `${due.incoming.cash === null ? '-' : ''}${cash.amount} ${cash.currency}`,
  ]
}

/** The cash of the day on which the repos end: what comes in, and what goes out. */
async function cashAtTheEnd(client: Client): Promise<bigint[]> {
  const { due } = await readDeskSummary(client, { from: dayFromNow(0), to: dayFromNow(30) })
  const flow = due.find(({ date }) => date === dayFromNow(7))?.cash[0]
  return [flow?.incoming ?? '0.00', flow?.outgoing ?? '0.00'].map(centsOf)
}

describe('what is refused', () => {
  let opening: DeliveryId
  beforeAll(async () => {
    opening = await openRepo()
  })

  test('a deal of others, and a transfer free of payment', async () => {
    const { deliveryId } = await createFopTransfer(alpen, {
      ...registry,
      account: AccountNumber.parse('11'),
      quantity: 100n,
      direction: 'DELIVER',
      counterpartyAddr: market.baltic.address,
      description: 'Rebalancing',
    })
    await expect(getDeal(alpen, deliveryId)).rejects.toMatchObject({ code: 'notFound' })
    await expect(getDeal(market.rhone.client, opening)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('more than is outstanding, with the quantity that is too much', async () => {
    await expect(part(baltic, opening, 10_001_000)).rejects.toMatchObject({
      name: 'DealError',
      code: 'exceedsOutstanding',
      message:
        'This is 1,000.00 DE000CNX0017 more than is outstanding. Give back at most what is outstanding.',
    })
  })

  test('a part of a denomination', async () => {
    await expect(part(baltic, opening, 1_500)).rejects.toMatchObject({
      code: 'notDenominated',
      message:
        'The instrument is denominated in 1,000.00 DE000CNX0017. Enter a multiple of it, or everything that is outstanding.',
    })
  })

  test('a lot that the deal does not have, and a quantity of nothing', async () => {
    const wrong = (quantities: Record<string, bigint>) =>
      expect(createReturn(baltic, { deliveryId: opening, quantities })).rejects.toMatchObject({
        code: 'invalidInput',
      })
    await wrong({ P2: 100_000n })
    await wrong({ P1: 0n })
  })

  test('a day before the deal begins to bear interest', async () => {
    await expect(part(baltic, opening, 1_000, 0)).rejects.toMatchObject({ code: 'repurchaseTooEarly' })
  })

  test('a part that a pending delivery gives back already, until that is canceled', async () => {
    const { deliveryId } = await part(baltic, opening, 6_000_000)
    expect(await P1(baltic, opening)).toEqual([nominal(10_000_000), nominal(6_000_000)])
    await expect(part(baltic, opening, 5_000_000)).rejects.toMatchObject({
      code: 'returnInFlight',
      refusal: { lot: 'P1', deliveryIds: [deliveryId] },
    })
    expect(await findClosing(baltic, opening)).toBeUndefined()
    await cancelTransfer(baltic, { deliveryId })
    expect(await P1(baltic, opening)).toEqual([nominal(10_000_000), 0n])
  })

  test('the approval of a return, by the client of its approver, once another delivery gives some of that back', async () => {
    const { workflow } = await sendForApproval(baltic, (approval) =>
      createReturn(
        baltic,
        {
          deliveryId: opening,
          quantities: { P1: nominal(6_000_000) },
          repurchaseDate: dayFromNow(3),
        },
        approval,
      ),
    )
    const reasons = async () =>
      (await readProposal(baltic, workflow?.workflowId ?? '')).doubts.flatMap((doubt) =>
        doubt.code === 'batchOutdated' ? doubt.reason : [],
      )
    expect(await reasons()).toEqual([])
    const { deliveryId } = await part(baltic, opening, 5_000_000)
    expect(await reasons()).toEqual([
      'This is 1,000,000.00 DE000CNX0017 more than is outstanding. Give back at most what is outstanding.',
    ])
    await cancelTransfer(baltic, { deliveryId })
    expect(await reasons()).toEqual([])
  })

  test('the later of two racing returns, by the client of whoever confirms it', async () => {
    // Both have read the deal before either goes to the ledger.
    let numReady = 0
    const bothReady = Promise.withResolvers<void>()
    const race = (client: Client) =>
      part(client, opening, 6_000_000, 3, {
        storeBy: async ({ deliveryId, details }) => {
          if (++numReady === 2) bothReady.resolve()
          await bothReady.promise
          await call(client, 'putDeliveryDetails', { body: { deliveryId, details } })
        },
      })
    const racing = await Promise.all([race(baltic), race(alpen)])
    for (const { deliveryId } of racing)
      await Promise.all([waitForTransfer(alpen, deliveryId), waitForTransfer(baltic, deliveryId)])
    const { deal } = await getDeal(alpen, opening)
    const later = deal.events.find(({ fault }) => fault !== null)
    expect(later?.fault).toEqual({ code: 'exceedsOutstanding', lot: 'P1', by: nominal(2_000_000) })
    const deliveryId = later?.deliveryId as DeliveryId
    const confirmer = deliveryId === racing[0].deliveryId ? alpen : baltic
    await expect(
      confirmTransfer(confirmer, { deliveryId, accounts: { deliver: AccountNumber.parse('22') } }),
    ).rejects.toMatchObject({
      code: 'exceedsOutstanding',
      message: /^This is 2,000,000.00 DE000CNX0017 more than is outstanding/,
    })
    for (const [index, one] of racing.entries())
      await cancelTransfer(index === 0 ? baltic : alpen, { deliveryId: one.deliveryId })
  })

  test('a part that was proposed before another one settled, until the confirmer has seen what changed', async () => {
    const base = await openRepo()
    const [first, second] = [await part(baltic, base, 2_000_000), await part(baltic, base, 3_000_000)]
    await settle(first.deliveryId)
    const { deliveryId } = second
    await Promise.all([waitForTransfer(alpen, deliveryId), waitForTransfer(baltic, deliveryId)])
    const accounts = { receive: AccountNumber.parse('11') }
    await expect(confirmTransfer(alpen, { deliveryId, accounts })).rejects.toMatchObject({
      code: 'dealChanged',
      message:
        'The deal has changed since this was proposed (Return of 2,000,000.00 DE000CNX0017). Review the difference, then confirm again.',
    })
    const change = await findDealChange(alpen, { deliveryId, openingDeliveryId: base })
    expect(change?.text).toBe(
      'Since this was proposed, the deal has changed: Return of 2,000,000.00 DE000CNX0017.',
    )
    expect(
      await findDealChange(alpen, { deliveryId: first.deliveryId, openingDeliveryId: base }),
    ).toBeUndefined()
    await confirmTransfer(alpen, { deliveryId, accounts, acceptedDeal: change?.hash })
    await untilBothKnow(market, deliveryId)
    await confirmTransfer(baltic, { deliveryId, acceptedDeal: change?.hash })
    await untilBothKnow(market, deliveryId)
    await confirmAsRegistrar(registrar, deliveryId)
    await settled(baltic, deliveryId)
    expect((await getDeal(baltic, base)).deal.lots).toMatchObject([{ outstanding: nominal(5_000_000) }])
  })

  test('an event with a party whose server does not know deals, or does not answer: nothing is published', async () => {
    const older = await startOlderServer()
    const moveBaltic = (api_url: string) =>
      market.north.node.database.kysely
        .updateTable('tenants')
        .set({ api_url })
        .where('address', '=', market.baltic.address)
        .execute()
    const { deliveries: before } = await getDeal(alpen, opening)
    const referred = {
      ...registry,
      account: AccountNumber.parse('11'),
      quantity: 100n,
      direction: 'DELIVER',
      counterpartyAddr: market.baltic.address,
      description: 'Rebalancing',
      reference: 'DESK-4711',
    } as const
    try {
      await moveBaltic(older.url)
      await expect(part(alpen, opening, 1_000_000)).rejects.toMatchObject({
        code: 'peerTooOld',
        message: /^Baltic Trust Bank uses a server that does not support changes to open deals yet/,
      })
      await expect(createFopTransfer(alpen, referred)).rejects.toMatchObject({
        code: 'termsUnsupported',
        message: /^Baltic Trust Bank uses a server that does not support these terms yet/,
      })
      await moveBaltic('http://127.0.0.1:1')
      await expect(createFopTransfer(alpen, referred)).rejects.toMatchObject({ code: 'peerUnreachable' })
      await expect(part(alpen, opening, 1_000_000)).rejects.toMatchObject({ code: 'peerUnreachable' })
    } finally {
      older.close()
      await moveBaltic(market.south.node.url)
    }
    expect((await getDeal(alpen, opening)).deliveries).toHaveLength(before.length)
  })
})

test('a part goes back with its interest, then the rest: parts add up to the cent, and both sides have the same hash', async () => {
  const opening = await openRepo()
  const [, paid = 0n] = await cashAtTheEnd(alpen)
  const [received = 0n] = await cashAtTheEnd(baltic)
  const { deliveryId: first } = await part(baltic, opening, 3_000_000)
  // The part falls due on its own day, and the rest at the end.
  expect(await dueOf(baltic, opening)).toEqual([-nominal(7_000_000), '7002912.78 EUR'])
  expect(await getTransfer(baltic, first)).toMatchObject({
    cashQuantity: '3000535.00',
    description: 'Return of a part of One week',
    openingDeliveryId: opening,
  })
  await settle(first)
  const [ours, theirs] = await Promise.all([getDeal(alpen, opening), getDeal(baltic, opening)])
  expect(ours.deal).toEqual(theirs.deal)
  expect(ours.deal).toMatchObject({ state: 'OPEN', kind: 'REPO', warnings: [] })
  expect(ours.deal.lots).toMatchObject([{ lot: 'P1', outstanding: nominal(7_000_000), inFlight: 0n }])
  expect(ours.deal.events.map(({ kind, status }) => [kind, status])).toEqual([
    ['OPENING', 'SETTLED'],
    ['RETURN', 'SETTLED'],
  ])
  expect(
    (await listDeals(baltic, { isOpen: true })).items.map(({ deal }) => deal.openingDeliveryId),
  ).toContain(opening)
  // Whoever asks for the moment before the part sees everything outstanding.
  const { createdBlock } = await getTransfer(baltic, first)
  const { deal: before } = await getDeal(baltic, opening, { asOfBlock: createdBlock - 1 })
  expect(before.lots[0]?.outstanding).toBe(nominal(10_000_000))

  const less = centsOf('10004161.11') - centsOf('7002912.78')
  expect(await cashAtTheEnd(alpen)).toEqual([0n, paid - less])
  expect(await cashAtTheEnd(baltic)).toEqual([received - less, 0n])
  expect(await dueOf(alpen, opening)).toEqual([nominal(7_000_000), '-7002912.78 EUR'])
  expect(await dueOf(baltic, opening)).toEqual([-nominal(7_000_000), '7002912.78 EUR'])

  const { deliveryId: last } = await createReturn(baltic, { deliveryId: opening })
  expect(await getTransfer(baltic, last)).toMatchObject({ cashQuantity: '7002912.78' })
  await waitForTransfer(alpen, last)
  expect((await getDeal(alpen, opening)).deal.state).toBe('CLOSING')
  await expect(createReturn(alpen, { deliveryId: opening })).rejects.toMatchObject({
    code: 'alreadyReturned',
    detail: last,
  })
  await settle(last)
  const closed = await getDeal(alpen, opening)
  expect(closed.deal).toMatchObject({ state: 'CLOSED', cash: { principal: { cents: 0n } }, warnings: [] })
  expect((await getDeal(baltic, opening)).deal.hash).toBe(closed.deal.hash)
  expect(await findClosing(alpen, opening)).toMatchObject({ deliveryId: last, deliveryState: 'SETTLED' })
  expect(
    (await listDeals(baltic, { isOpen: true })).items.map(({ deal }) => deal.openingDeliveryId),
  ).not.toContain(opening)
})

describe('as of a moment', () => {
  let opening: DeliveryId
  beforeAll(async () => {
    opening = await openRepo()
  })
  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

  test('a moment that is still to come, one before the opening, and a deal of others are refused, each with its sentence', async () => {
    await expect(getDeal(alpen, opening, { asOfTime: inAnHour() })).rejects.toMatchObject({
      code: 'momentToCome',
      message: /^\d{4}-\d\d-\d\d \d\d:\d\d UTC is in the future\. Choose an earlier moment\.$/,
    })
    await expect(listDeals(alpen, { asOfTime: inAnHour() })).rejects.toMatchObject({ code: 'momentToCome' })
    const { createdBlock } = await getTransfer(alpen, opening)
    for (const moment of [{ asOfBlock: createdBlock - 1 }, { asOfTime: 1 }])
      await expect(getDeal(alpen, opening, moment)).rejects.toMatchObject({
        code: 'dealNotYet',
        message:
          /^The deal did not exist at this moment: it was created on .* UTC\. Choose that moment or a later one\.$/,
      })
    await expect(getDeal(market.rhone.client, opening, { asOfTime: 1 })).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  test('lots, cash, events and hash are those of then, whatever has settled since', async () => {
    const before = await getDeal(alpen, opening)
    // A moment is a whole second: the part is created in a later one than the opening settled in.
    await over({ createdAt: Math.floor(Date.now() / 1000) })
    const { deliveryId } = await part(baltic, opening, 3_000_000)
    await settle(deliveryId)
    const { createdBlock, createdAt } = await getTransfer(alpen, deliveryId)
    const then = await getDeal(alpen, opening, { asOfBlock: createdBlock - 1 })
    expect(then).toEqual(before)
    expect(await getDeal(alpen, opening, { asOfTime: createdAt - 1 })).toEqual(before)
    const onItsWay = await getDeal(baltic, opening, { asOfBlock: createdBlock })
    expect(onItsWay.deal).toMatchObject({
      hash: before.deal.hash,
      lots: [{ outstanding: nominal(10_000_000), inFlight: nominal(3_000_000) }],
      cash: { principal: { cents: centsOf('10000000.00') }, inFlight: centsOf('3000000.00') },
      events: [
        { kind: 'OPENING', status: 'SETTLED' },
        { kind: 'RETURN', status: 'IN_FLIGHT' },
      ],
    })
    expect((await getDeal(baltic, opening)).deal.lots[0]?.outstanding).toBe(nominal(7_000_000))
  })

  test('the opening itself was proposed before it settled', async () => {
    const { createdBlock } = await getTransfer(alpen, opening)
    const { deal, day } = await getDeal(alpen, opening, { asOfBlock: createdBlock })
    expect(deal).toMatchObject({ state: 'PROPOSED', events: [{ kind: 'OPENING', status: 'IN_FLIGHT' }] })
    expect(day).toBe(dayFromNow(0))
  })
})

test('a closing without any field of deals still closes the whole deal', async () => {
  const opening = await openRepo()
  const { deliveryId } = await createReturn(baltic, { deliveryId: opening })
  await settle(deliveryId)
  const { deal } = await getDeal(alpen, opening)
  expect(deal).toMatchObject({ state: 'CLOSED', warnings: [] })
  expect(deal.events.map(({ kind }) => kind)).toEqual(['OPENING', 'CLOSING_WITHOUT_EVENT'])
})
