// A desk with many deals, all of them open or under way, written into the projections at once.
import { ZERO_ADDRESS } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../node/src/storage/engine/database.ts'
import { refreshOpenDeals } from '../../node/src/storage/projections/openDeals.ts'
import { SEEDED } from '../../testkit/src/database/ledgerRows.ts'
import {
  counterpartyOf,
  inserter,
  instrumentOf,
  isoDay,
  n,
  NUM_COUNTERPARTIES,
  NUM_INSTRUMENTS,
  numbers,
  seedMarket,
  text,
  word,
} from './deskYear.ts'
import type { Columns, DeskYear } from './deskYear.ts'

type Sql = RawBuilder<unknown>

const DAY_S = 86_400
/** The deliveries of deal `n` have these numbers: its opening, and of one in five a return of a part. */
const openingNumber = n
const returnNumber = sql`(10000000 + n)`

// Of twenty openings one is confirmed by both sides and waits for its value date, one is proposed, and the others have settled. Half of the
// returns have settled, a quarter is confirmed, and a quarter proposed.
const openingState = sql`CASE n % 20 WHEN 0 THEN 'PENDING_CUSTODIAN' WHEN 1 THEN 'PENDING_COUNTERPARTY' ELSE 'SETTLED' END`
const returnState = sql`CASE n / 5 % 4 WHEN 0 THEN 'PENDING_CUSTODIAN' WHEN 1 THEN 'PENDING_COUNTERPARTY' ELSE 'SETTLED' END`
const hasReturn = sql`(n % 5 = 2)`
const isLoan = sql`(n % 4 = 3)`
const isDelivering = sql`(n / 2 % 2 = 0)`
const counterparty = counterpartyOf(sql`n % ${sql.lit(NUM_COUNTERPARTIES)}`)
const instrument = instrumentOf(sql`n % ${sql.lit(NUM_INSTRUMENTS)}`)
const collateral = instrumentOf(sql`(n * 7 + 3) % ${sql.lit(NUM_INSTRUMENTS)}`)

/** One in twenty deals has a recall; three in four of these are answered, every second time by a refusal. */
const hasMessage = sql`(n % 20 = 6)`
const recallNumber = sql`(20000000 + n)`

type Kind = { id: Sql; state: Sql; isBack: boolean }
const OPENING: Kind = { id: openingNumber, state: openingState, isBack: false }
const RETURN: Kind = { id: returnNumber, state: returnState, isBack: true }

/** `count` deals over 200 instruments. Most end within the next 31 days, one in ten has no end. */
export async function seedOpenDeals(db: Queryable, desk: DeskYear): Promise<void> {
  const insert = inserter(db)
  await seedMarket(db, desk)
  await insert('registries', registry(desk), numbers(NUM_INSTRUMENTS))
  for (const kind of [OPENING, RETURN]) {
    const all = kind.isBack ? sql`${numbers(desk.count)} WHERE ${hasReturn}` : numbers(desk.count)
    await insert('deliveries', delivery(desk, kind), all)
    await insert('transfer_views', view(desk, kind), all)
    await insert('legs', leg(desk, kind, 0), all)
    await insert('legs', leg(desk, kind, 1), all)
    await insert('confirmations', confirmation(desk, kind), all)
    await insert('delivery_details', details(desk, kind), all)
  }
  const asking = sql`${numbers(desk.count)} WHERE ${hasMessage}`
  await insert('private_records', message(desk, RECALL), asking)
  await insert('private_records', message(desk, ANSWER), sql`${asking} AND n / 20 % 4 <> 0`)
  const rows = await db.selectFrom('deliveries').select('delivery_id').execute()
  await refreshOpenDeals(
    db,
    rows.map((row) => row.delivery_id),
  )
}

const registry = ({ registrar }: DeskYear): Columns => ({
  registry_manager: text(SEEDED.registryManager),
  registry_id: instrumentOf(n),
  registrar: text(registrar),
  instrument_manager: text(SEEDED.instrumentManager),
  instrument_id: instrumentOf(n),
  instrument_revision: sql`1`,
  registry_type: text('DIGITAL'),
  instrument_registrar: text(registrar),
  state: text('REGISTERED'),
  total_issued: sql`0`,
  total_terminated: sql`0`,
  outstanding: sql`0`,
  from_block: sql`1`,
})

const partiesOf = ({ viewer }: DeskYear, isBack: boolean): { sender: Sql; receiver: Sql } => {
  const [own, other] = isBack ? [counterparty, text(viewer)] : [text(viewer), counterparty]
  return {
    sender: sql`CASE WHEN ${isDelivering} THEN ${own} ELSE ${other} END`,
    receiver: sql`CASE WHEN ${isDelivering} THEN ${other} ELSE ${own} END`,
  }
}

const valueDate = ({ now }: DeskYear, { isBack }: Kind): Sql =>
  sql`(${now}::int8 / 86400 * 86400 + ${isBack ? sql`n % 7` : sql`CASE WHEN n % 20 < 2 THEN n % 5 ELSE -3 END`} * ${sql.lit(DAY_S)})`

const delivery = (desk: DeskYear, kind: Kind): Columns => ({
  delivery_id: word(kind.id),
  delivery_manager: text(SEEDED.deliveryManager),
  state: sql`CASE WHEN ${kind.state} = 'SETTLED' THEN 'SETTLED' ELSE 'PENDING' END`,
  creator: partiesOf(desk, kind.isBack).sender,
  value_date: valueDate(desk, kind),
  private_data_fp: word(kind.id),
  num_legs: sql`2`,
  created_at: sql`${desk.now}::int8`,
  created_block: n,
  created_log_index: sql`0`,
  created_tx: word(kind.id),
  closed_at: sql`CASE WHEN ${kind.state} = 'SETTLED' THEN ${desk.now}::int8 END`,
  closed_block: sql`CASE WHEN ${kind.state} = 'SETTLED' THEN n END`,
  closed_log_index: sql`CASE WHEN ${kind.state} = 'SETTLED' THEN 0 END`,
  was_refused: sql`false`,
  from_block: n,
})

function view(desk: DeskYear, kind: Kind): Columns {
  const { sender, receiver } = partiesOf(desk, kind.isBack)
  return {
    delivery_id: word(kind.id),
    viewer: text(desk.viewer),
    transfer_type: sql`CASE WHEN ${isLoan} THEN 'SEC_LEND' ELSE 'REPO' END`,
    direction: sql`CASE WHEN ${sender} = ${desk.viewer} THEN 'DELIVER' ELSE 'RECEIVE' END`,
    state: kind.state,
    turns: text(''),
    counterparty,
    sender,
    receiver,
    registry_manager: text(SEEDED.registryManager),
    registrar: text(desk.registrar),
    value_date: valueDate(desk, kind),
    expires_at: sql`CASE WHEN ${kind.state} <> 'SETTLED' THEN ${valueDate(desk, kind)} + 90 * 86400 END`,
    created_at: sql`${desk.now}::int8`,
    created_block: n,
    created_log_index: sql`0`,
    last_at: sql`${desk.now}::int8`,
    from_block: n,
  }
}

function leg(desk: DeskYear, kind: Kind, legIdx: 0 | 1): Columns {
  const { sender, receiver } = partiesOf(desk, kind.isBack !== (legIdx === 1))
  const isCash = legIdx === 1 ? sql`NOT ${isLoan}` : sql`false`
  return {
    delivery_id: word(kind.id),
    leg_idx: sql.lit(legIdx),
    leg_type: sql`CASE WHEN ${isCash} THEN 'EXTERNAL' ELSE 'DIGITAL' END`,
    sender,
    receiver,
    registrar: sql`CASE WHEN ${isCash} THEN ${ZERO_ADDRESS} ELSE ${desk.registrar} END`,
    tx_coordinator: text(ZERO_ADDRESS),
    asset_manager: text(SEEDED.registryManager),
    asset_id: legIdx === 0 ? instrument : collateral,
    quantity: kind.isBack ? sql`10` : sql`100 + n`,
    sender_data: text('0x'),
    receiver_data: text('0x'),
    reference: word(kind.id),
    from_block: n,
    log_index: sql.lit(legIdx),
    tx_hash: word(kind.id),
  }
}

const confirmation = (desk: DeskYear, kind: Kind): Columns => ({
  delivery_id: word(kind.id),
  leg_idx: sql`0`,
  role: text('sender'),
  tenant: partiesOf(desk, kind.isBack).sender,
  data: text('0x'),
  at: sql`${desk.now}::int8`,
  from_block: n,
  log_index: sql`1`,
  tx_hash: word(kind.id),
})

function details(desk: DeskYear, kind: Kind): Columns {
  const day = (days: Sql) => isoDay(sql`${desk.now}::int8 + (${days}) * ${sql.lit(DAY_S)}`)
  const end = day(sql`n % 31 + 1`)
  const repo = sql`jsonb_build_object('cashQuantity', '1000000.00', 'cashCurrency', 'EUR', 'repo', jsonb_strip_nulls(jsonb_build_object(
    'purchaseDate', ${day(sql`-3`)}, 'repurchaseDate', CASE WHEN n % 10 <> 9 THEN ${end} END,
    'purchasePrice', '1000000.00', 'rate', '2.14', 'dayCount', 'ACT/360')))`
  const loan = sql`jsonb_build_object('loan', jsonb_strip_nulls(jsonb_build_object('startDate', ${day(sql`-3`)},
    'endDate', CASE WHEN n % 10 <> 9 THEN ${end} END, 'feeRate', '0.5', 'dayCount', 'ACT/360', 'termType', 'OPEN',
    'noticeDays', 0, 'feePrice', 'CONTRACT', 'billing', 'AT_END')))`
  const part = sql`jsonb_build_object('openingDeliveryId', ${word(openingNumber)}, 'deal', jsonb_build_object('v', 1,
    'event', 'RETURN', 'basedOn', ${word(n)}, 'effectiveDate', ${day(sql`n % 7`)},
    'lots', jsonb_build_array(jsonb_build_object('legIdx', 0, 'lot', CASE WHEN ${isLoan} THEN 'L1' ELSE 'P1' END))))`
  return {
    tenant: text(desk.viewer),
    delivery_id: word(kind.id),
    fingerprint: word(kind.id),
    details: sql`jsonb_build_object('salt', ${word(n)}, 'description', 'Deal ' || n)
      || ${kind.isBack ? part : sql`CASE WHEN ${isLoan} THEN ${loan} ELSE ${repo} END`}`,
    status: text('SYNCED'),
    stored_at: sql`1`,
  }
}

type Message = { type: string; id: Sql; fields: (desk: DeskYear) => Sql; isByOther: boolean }
const RECALL: Message = {
  type: 'RECALL',
  id: recallNumber,
  fields: ({ now }) =>
    sql`'lots', jsonb_build_array(jsonb_build_object('lot', 'P1', 'quantity', '5')), 'date', ${isoDay(sql`${now}::int8 + (n % 30 - 3) * 86400`)}`,
  isByOther: false,
}
const ANSWER: Message = {
  type: 'ANSWER',
  id: sql`(30000000 + n)`,
  fields: () => sql`'replyTo', ${word(recallNumber)}, 'isAgreed', n / 20 % 2 = 0, 'sequence', 1`,
  isByOther: true,
}

/** The desk recalls from every second counterparty, and the others from it. */
function message(desk: DeskYear, { type, id, fields, isByOther }: Message): Columns {
  const [one, other] = isByOther ? [counterparty, text(desk.viewer)] : [text(desk.viewer), counterparty]
  const author = sql`CASE WHEN n / 100 % 2 = 0 THEN ${one} ELSE ${other} END`
  return {
    tenant: text(desk.viewer),
    kind: text('DEAL_MESSAGE'),
    fingerprint: word(id),
    entity_id: word(openingNumber),
    type: text(type),
    data: sql`jsonb_build_object('message', jsonb_build_object('kind', ${type}::text, ${fields(desk)}))`,
    author_tenant: author,
    author_address: author,
    shared_with: sql`'{}'::text[]`,
    status: text('SYNCED'),
    dapp: text(ZERO_ADDRESS),
    awaits: sql`'{}'::text[]`,
    created_at: sql`${desk.now}::int8 - n`,
  }
}
