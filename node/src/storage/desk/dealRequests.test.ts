// Requests between the parties of open deals, in every state: each answer of the server is found again by protocol's rules.
import { DealMessage, fingerprintOf, freshSalt } from '@connex/protocol'
import type { Address, DealMessageKind, DeliveryId, Fingerprint, Transfer } from '@connex/protocol'
import { requestStates } from '@connex/protocol/deals'
import type { DealMessageState } from '@connex/protocol/deals'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seedDesk } from '../../../../testkit/src/database/deskRows.ts'
import { DESK } from '../../../../testkit/src/database/deskTransfers.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { seeded } from '../../../../testkit/src/random.ts'
import type { Random } from '../../../../testkit/src/random.ts'
import type { Queryable } from '../engine/database.ts'
import { listTransfers } from '../queries/transfers.ts'
import { unansweredMessages } from '../sharing/dealMessages.ts'
import { listPrivateRecords, storePrivateRecords } from '../sharing/privateRecords.ts'
import type { NewPrivateRecord } from '../sharing/privateRecords.ts'
import { listDealRequests } from './dealRequests.ts'
import { readDeskSummary } from './deskSummary.ts'
import { dayOf, listDueEvents } from './dueEvents.ts'

const { viewer } = DESK
const YEARS = { from: '2026-01-01', to: '2028-12-31' }
const today = dayOf()
const dayFromNow = (days: number) => dayOf(Date.now() / 1000 + days * 86_400)

type Stored = { messageId: Fingerprint; authorTenantAddr: Address; message: DealMessage }
type SentRequest = { opening: Transfer; request: Stored; state: DealMessageState }

const withRequests = (check: (db: Queryable, sent: readonly SentRequest[]) => Promise<void>) =>
  seeded(async (random) => {
    const { kysely, close } = await openTestDatabase()
    try {
      // With half as many, a seed may have no settled transfer that could quote a request.
      await seedDesk(kysely, random, 240)
      await check(kysely, await askMuch(kysely, random))
    } finally {
      await close()
    }
  })

/** Several requests on each open deal, with answers by both sides; a third of the requests is quoted by a settled delivery. */
async function askMuch(db: Queryable, random: Random): Promise<SentRequest[]> {
  const { items: due } = await listDueEvents(db, viewer, {
    ...YEARS,
    overdue: true,
    open: true,
    itemsPerPage: 500,
  })
  const open = due.flatMap(({ kind, deliveryId }) =>
    (kind === 'REPURCHASE' || kind === 'LOAN') && deliveryId !== null ? [deliveryId] : [],
  )
  const { items: openings } = await readTransfers(db, open)
  const { items: others } = await readTransfers(db)
  const quoting = others.filter(
    ({ state, detailsStatus, openingDeliveryId, transferType }) =>
      state === 'SETTLED' &&
      detailsStatus === 'SYNCED' &&
      openingDeliveryId === null &&
      transferType === 'FOP',
  )
  const sent: SentRequest[] = []
  // A desk of few deals needs more than one round until there is a request in every state.
  for (let round = 0; round < MOST_ROUNDS && statesOf(sent).size < STATES.length; round += 1)
    for (const opening of openings) sent.push(...(await askOf(db, random, { opening, quoting })))
  return sent
}
const MOST_ROUNDS = 20
const STATES: readonly DealMessageState[] = ['OPEN', 'AGREED', 'DECLINED', 'WITHDRAWN', 'DONE']
const statesOf = (sent: readonly SentRequest[]) => new Set(sent.map(({ state }) => state))

const readTransfers = async (db: Queryable, transferId?: DeliveryId[]) => {
  const query = transferId === undefined ? {} : { transferId }
  return listTransfers(db, viewer, query, { itemsPerPage: 500 })
}

async function askOf(
  db: Queryable,
  random: Random,
  { opening, quoting }: { opening: Transfer; quoting: Transfer[] },
): Promise<SentRequest[]> {
  const parties = [viewer, opening.counterpartyAddr]
  const lots = [{ lot: opening.transferType === 'REPO' ? 'P1' : 'L1', quantity: '3' }]
  const sent: SentRequest[] = []
  for (let count = 0; count < 3; count += 1) {
    const isRecall = random.below(3) > 0
    const request = messageOf(random.pick(parties), opening.deliveryId, {
      ...(isRecall
        ? { kind: 'RECALL', date: dayFromNow(random.below(9) - 4) }
        : { kind: 'SUBSTITUTION', offered: [{ identifier: 'FR0013508470', quantity: '5.5' }] }),
      lots,
    })
    const answers = Array.from({ length: random.below(4) }, () =>
      messageOf(random.pick(parties), opening.deliveryId, {
        kind: 'ANSWER',
        replyTo: request.messageId,
        isAgreed: random.below(2) === 0,
        sequence: 1 + random.below(2),
      }),
    )
    // The first of a seed arrives last: no order of arrival decides.
    for (const one of [...answers, request]) await store(db, one)
    const quoter = random.below(3) === 0 ? quoting.pop() : undefined
    if (quoter !== undefined) await quote(db, quoter.deliveryId, opening.deliveryId, request.messageId)
    const state = requestStates(
      [request, ...answers],
      quoter === undefined
        ? []
        : [{ deliveryState: 'SETTLED', details: { deal: { answers: [request.messageId] } } as never }],
    ).get(request.messageId)
    if (state === undefined) throw new Error('a request has a state')
    sent.push({ opening, request, state })
  }
  return sent
}

function messageOf(
  authorTenantAddr: Address,
  openingDeliveryId: DeliveryId,
  fields: { kind: DealMessageKind } & Record<string, unknown>,
): Stored {
  const message = DealMessage.parse({ salt: freshSalt(), v: 1, openingDeliveryId, ...fields })
  return { messageId: fingerprintOf(message), authorTenantAddr, message }
}

const store = (
  db: Queryable,
  { messageId, authorTenantAddr, message }: Stored,
  changes: Partial<NewPrivateRecord> = {},
): Promise<void> =>
  storePrivateRecords(
    db,
    [viewer],
    [
      {
        kind: 'DEAL_MESSAGE',
        fingerprint: messageId,
        entityId: message.openingDeliveryId,
        type: message.kind,
        data: { message },
        authorTenant: authorTenantAddr,
        authorAddress: authorTenantAddr,
        proof: undefined,
        status: 'SYNCED',
        dapp: DESK.registrar,
        awaits: [],
        sharedWith: [],
        ...changes,
      },
    ],
  )

const quote = (db: Queryable, deliveryId: DeliveryId, openingDeliveryId: DeliveryId, id: Fingerprint) =>
  db
    .updateTable('delivery_details')
    .set({
      details: sql`details || ${JSON.stringify({ openingDeliveryId, deal: { v: 1, event: 'RETURN', answers: [id] } })}::jsonb`,
    } as never)
    .where('delivery_id', '=', deliveryId)
    .execute()

const idsOf = (sent: readonly SentRequest[]) => sent.map(({ request }) => request.messageId).toSorted()

test(
  'the inbox has every request that nobody has answered, withdrawn or met, and by whom it waits to be answered',
  withRequests(async (db, sent) => {
    const open = sent.filter(({ state }) => state === 'OPEN')
    expect(statesOf(sent)).toEqual(new Set(STATES))
    const all = await listDealRequests(db, viewer, { itemsPerPage: 500 }, today)
    expect(all.items.map(({ messageId }) => messageId).toSorted()).toEqual(idsOf(open))
    expect(all.totalItemCount).toBe(open.length)
    const { items: records } = await listPrivateRecords(
      db,
      viewer,
      { kinds: ['DEAL_MESSAGE'], condition: unansweredMessages(true) },
      { itemsPerPage: 500 },
    )
    expect(records.map(({ fingerprint }) => fingerprint).toSorted()).toEqual(idsOf(open))

    for (const item of all.items) {
      const found = open.find(({ request }) => request.messageId === item.messageId)
      if (found === undefined) throw new Error('an unknown request')
      const { request, opening } = found
      const leg = opening.legs.find(({ legType }) => legType !== 'EXTERNAL')
      expect(item).toMatchObject({
        openingDeliveryId: opening.deliveryId,
        kind: request.message.kind,
        party: request.authorTenantAddr === viewer ? 'COUNTERPARTY' : 'YOU',
        counterpartyAddr: opening.counterpartyAddr,
        transferType: opening.transferType,
        date: request.message.date ?? null,
        offered: request.message.offered ?? [],
        securities: [{ quantity: '3', identifier: leg?.identifier, decimals: leg?.decimals }],
      })
    }
    for (const party of ['YOU', 'COUNTERPARTY'] as const) {
      const { items } = await listDealRequests(db, viewer, { party, itemsPerPage: 500 }, today)
      expect(items).toEqual(all.items.filter((item) => item.party === party))
    }
    const pages = [1, 2].map((page) => listDealRequests(db, viewer, { page, itemsPerPage: 3 }, today))
    expect((await Promise.all(pages)).flatMap(({ items }) => items)).toEqual(all.items.slice(0, 6))

    const { requests } = await readDeskSummary(db, viewer, YEARS)
    const counts = Map.groupBy(all.items, ({ party, counterpartyAddr }) =>
      party === 'YOU' ? 'YOU null' : `COUNTERPARTY ${counterpartyAddr}`,
    )
    expect(new Map(requests.map(({ party, tenant, count }) => [`${party} ${tenant}`, count]))).toEqual(
      new Map([...counts].map(([key, items]) => [key, items.length])),
    )
  }),
)

test(
  'the calendar has every recall until it is declined, withdrawn or met, and says that it is late',
  withRequests(async (db, sent) => {
    const wanted = sent.filter(
      ({ request, state }) => request.message.kind === 'RECALL' && (state === 'OPEN' || state === 'AGREED'),
    )
    const { items } = await listDueEvents(db, viewer, { ...YEARS, overdue: true, itemsPerPage: 500 })
    const recalls = items.filter(({ kind }) => kind === 'RECALL')
    expect(recalls.flatMap(({ messageId }) => messageId ?? []).toSorted()).toEqual(idsOf(wanted))
    for (const event of recalls) {
      const found = wanted.find(({ request }) => request.messageId === event.messageId)
      const isOwn = found?.request.authorTenantAddr === viewer
      expect(event).toMatchObject({
        deliveryId: found?.opening.deliveryId,
        date: found?.request.message.date,
        isOverdue: (event.date ?? '') < today,
        [isOwn ? 'outgoing' : 'incoming']: { securities: [], cash: null },
        [isOwn ? 'incoming' : 'outgoing']: { securities: [{ quantity: '3' }], cash: null },
      })
    }
    const { overdue } = await readDeskSummary(db, viewer, { from: today, to: YEARS.to })
    expect(overdue).toBe(items.filter(({ isOverdue }) => isOverdue).length)
  }),
)

test(
  'a request under a wrong fingerprint is in no list, one of a closed deal neither, and a lot that the deal lacks is shown by its name',
  withRequests(async (db, sent) => {
    const [first] = sent
    if (first === undefined) throw new Error('the desk has no requests')
    const { opening } = first
    const ask = (lot: string) =>
      messageOf(opening.counterpartyAddr, opening.deliveryId, {
        kind: 'RECALL',
        date: today,
        lots: [{ lot, quantity: '7' }],
      })
    const [wrong, strange] = [ask('P1'), ask('C9')]
    await store(db, wrong, { status: 'FINGERPRINT_MISMATCH' })
    await store(db, strange)
    const read = async () => {
      const { items } = await listDealRequests(db, viewer, { itemsPerPage: 500 }, today)
      const due = await listDueEvents(db, viewer, { ...YEARS, overdue: true, itemsPerPage: 500 })
      return { items, recalls: due.items.filter(({ kind }) => kind === 'RECALL') }
    }
    const before = await read()
    for (const list of [before.items, before.recalls])
      expect(list.map(({ messageId }) => messageId)).not.toContain(wrong.messageId)
    expect(before.items.find(({ messageId }) => messageId === strange.messageId)).toMatchObject({
      securities: [{ identifier: 'C9', quantity: '7', decimals: 0, instrumentId: null }],
    })
    await db
      .updateTable('delivery_details')
      .set({ is_open_deal: false })
      .where('delivery_id', '=', opening.deliveryId)
      .execute()
    const after = await read()
    expect(after.items.map(({ openingDeliveryId }) => openingDeliveryId)).not.toContain(opening.deliveryId)
    expect(after.recalls.map(({ deliveryId }) => deliveryId)).not.toContain(opening.deliveryId)
  }),
)
