// A year of a desk's transfers, written into the projections at once.
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../node/src/storage/engine/database.ts'
import { refreshOpenDeals } from '../../node/src/storage/projections/openDeals.ts'
import { SEEDED } from '../../testkit/src/database/ledgerRows.ts'

type Sql = RawBuilder<unknown>
export type Columns = Readonly<Record<string, Sql>>

const DAY_S = 86_400
const DAYS = 365
export const NUM_COUNTERPARTIES = 25
export const NUM_INSTRUMENTS = 200
/** The newest transfers, one in so many, are pending; of the closings more. */
const NEWEST = { opening: 50, closing: 25 }

export const text = (value: string): Sql => sql`${value}::text`
export const word = (of: Sql): Sql => sql`('0x' || lpad(to_hex(${of}), 64, '0'))`
const wallet = (of: Sql): Sql => sql`('0x' || lpad(to_hex(${of}), 40, '0'))`
export const isoDay = (seconds: Sql): Sql =>
  sql`to_char(to_timestamp(${seconds}) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
const dayStart = (seconds: Sql): Sql => sql`(${seconds} / ${sql.lit(DAY_S)} * ${sql.lit(DAY_S)})`

// Of the transfer, the instrument or the counterparty `n`.
export const n = sql.ref('n')
export const counterpartyOf = (of: Sql): Sql => wallet(sql`3328 + ${of}`)
export const instrumentOf = (of: Sql): Sql => word(sql`917504 + ${of}`)
const identifierOf = (of: Sql): Sql => sql`('DE000CNX' || lpad((${of})::text, 4, '0'))`

// A group of ten has the same counterparty and instrument: four transfers free of payment; two repos opened, 4 and 5, and closed by 6
// and 7; a loan opened, 8, and closed by 9.
const ofTen = sql`(n % 10)`
const isClosing = sql`${ofTen} IN (6, 7, 9)`
const type = sql`CASE WHEN ${ofTen} < 4 THEN 'FOP' WHEN ${ofTen} < 8 THEN 'REPO' ELSE 'SEC_LEND' END`
const opening = sql`CASE WHEN ${ofTen} IN (6, 7) THEN n - 2 WHEN ${ofTen} = 9 THEN n - 1 END`
const isDelivering = sql`(coalesce(${opening} + 1, n) % 2 = 0)`
const counterparty = counterpartyOf(sql`(n / 10) % ${sql.lit(NUM_COUNTERPARTIES)}`)
const instrumentIndex = sql`(n / 10) % ${sql.lit(NUM_INSTRUMENTS)}`

export type DeskYear = { viewer: Address; registrar: Address; count: number; now: number }

/** Of the year's transfers one in twenty is still pending, as the newest ones are, and one in twenty canceled. */
export async function seedDeskYear(db: Queryable, year: DeskYear): Promise<void> {
  const insert = inserter(db)
  const all = numbers(year.count)
  const { viewer, registrar } = year

  await seedMarket(db, year)
  await insert('deliveries', delivery(year), all)
  for (const party of [viewer, registrar]) await insert('transfer_views', view(year, party), all)
  await insert('legs', firstLeg(year), all)
  await insert('legs', secondLeg(year), sql`${all} WHERE ${ofTen} >= 4`)
  await insert('confirmations', confirmation(year, 'sender'), all)
  await insert(
    'confirmations',
    confirmation(year, 'receiver'),
    sql`${all} WHERE ${termsOf(year).state} IN ('SETTLED', 'PENDING_CUSTODIAN')`,
  )
  await insert('delivery_details', details(year), all)
  const rows = await db.selectFrom('deliveries').select('delivery_id').execute()
  await refreshOpenDeals(
    db,
    rows.map((row) => row.delivery_id),
  )
}

export const numbers = (count: number): Sql => sql`generate_series(0, ${count - 1}::int) n`

/** `await inserter(db)('legs', columns, numbers(100))` */
export const inserter = (db: Queryable) => (table: string, columns: Columns, from: Sql) =>
  sql`
    INSERT INTO ${sql.table(table)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    SELECT ${sql.join(Object.values(columns))} FROM ${from}`.execute(db)

/** The counterparties, and the instruments with the desk's positions. */
export async function seedMarket(db: Queryable, year: DeskYear): Promise<void> {
  const insert = inserter(db)
  const instruments = numbers(NUM_INSTRUMENTS)
  await insert('tenants', tenant, numbers(NUM_COUNTERPARTIES))
  await insert('instruments', instrument(year), instruments)
  await insert('instrument_details', instrumentDetails(year), instruments)
  await insert('positions', position(year), instruments)
}

function termsOf({ viewer, count, now }: DeskYear) {
  const oldestOf = (one: number) => sql.lit(count - Math.ceil(count / one))
  const isNewest = sql`n > CASE WHEN ${isClosing} THEN ${oldestOf(NEWEST.closing)} ELSE ${oldestOf(NEWEST.opening)} END`
  const state = sql`CASE
    WHEN n / 10 % 20 = 1 OR ${isNewest} THEN (ARRAY['PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN'])[1 + n % 3]
    WHEN n / 10 % 20 = 2 THEN 'CANCELED' ELSE 'SETTLED' END`
  const at = sql`(${now - DAYS * DAY_S}::int8 + n * ${DAYS * DAY_S}::int8 / ${count}::int8)`
  return {
    state,
    hasEnded: sql`${state} IN ('SETTLED', 'CANCELED')`,
    at,
    valueDate: sql`CASE WHEN n % 4 = 0 THEN ${dayStart(at)} END`,
    sender: sql`CASE WHEN ${isDelivering} THEN ${viewer} ELSE ${counterparty} END`,
    receiver: sql`CASE WHEN ${isDelivering} THEN ${counterparty} ELSE ${viewer} END`,
  }
}

const tenant: Columns = {
  address: counterpartyOf(n),
  name: sql`'Bank ' || n`,
  api_url: text(''),
  lei: text(''),
  privilege_manager: text(ZERO_ADDRESS),
  registration_reference: text(ZERO_BYTES32),
  confirmer: text(ZERO_ADDRESS),
  is_registered: sql`true`,
  from_block: sql`1`,
}

const instrument = ({ registrar }: DeskYear): Columns => ({
  instrument_id: instrumentOf(n),
  instrument_manager: text(SEEDED.instrumentManager),
  state: text('REGISTERED'),
  type: text('BOND'),
  identifier_type: text('ISIN'),
  identifier: identifierOf(n),
  issuer: text(registrar),
  decimals: sql`2`,
  revision: sql`1`,
  private_data_fp: word(sql`n + 1`),
  private_data_version: sql`1`,
  asset_class: text('DIGITAL'),
  creation_mark: text('NONE'),
  managed_by: text(registrar),
  depositary: text(ZERO_ADDRESS),
  is_private_placement: sql`false`,
  created_at: sql`1`,
  from_block: sql`1`,
})

/** One matures each day, the first ones in the past. */
const instrumentDetails = ({ registrar, now }: DeskYear): Columns => ({
  instrument_id: instrumentOf(n),
  fingerprint: word(sql`n + 1`),
  tenant: text(registrar),
  details: sql`jsonb_build_object('label', 'Bond ' || n, 'issueCurrency', 'EUR', 'priceQuotation', 'PRICE_IN_PERCENT',
    'maturityDate', ${isoDay(sql`${now}::int8 + (n - 50) * ${sql.lit(DAY_S)}`)})`,
  status: text('SYNCED'),
  stored_at: sql`1`,
})

const position = ({ viewer, registrar }: DeskYear): Columns => ({
  registry_manager: text(SEEDED.registryManager),
  registry_id: instrumentOf(n),
  owner: text(viewer),
  account: sql`1001`,
  registrar: text(registrar),
  instrument_id: instrumentOf(n),
  balance: sql`100000000`,
  earmarked: sql`0`,
  from_block: sql`1`,
})

function delivery(year: DeskYear): Columns {
  const { state, hasEnded, at, sender, valueDate } = termsOf(year)
  return {
    delivery_id: word(n),
    delivery_manager: text(SEEDED.deliveryManager),
    state: sql`CASE WHEN ${hasEnded} THEN ${state} ELSE 'PENDING' END`,
    creator: sender,
    value_date: sql`coalesce(${valueDate}, 0)`,
    private_data_fp: word(n),
    num_legs: sql`2`,
    created_at: at,
    created_block: n,
    created_log_index: sql`0`,
    created_tx: word(n),
    closed_at: sql`CASE WHEN ${hasEnded} THEN ${at} + 3600 END`,
    was_refused: sql`false`,
    from_block: n,
  }
}

function view(year: DeskYear, party: Address): Columns {
  const { state, hasEnded, at, sender, receiver, valueDate } = termsOf(year)
  const sides = (['deliver', 'receive'] as const).flatMap((side) => {
    const isMoved = side === 'deliver' ? isDelivering : sql`NOT ${isDelivering}`
    const shown = (value: Sql) => sql`CASE WHEN ${isMoved} OR ${ofTen} >= 8 THEN ${value} END`
    return [
      [`${side}_registry_id`, shown(instrumentOf(instrumentIndex))],
      [`${side}_instrument_id`, shown(instrumentOf(instrumentIndex))],
      [`${side}_identifier`, shown(identifierOf(instrumentIndex))],
      [`${side}_account`, shown(sql`1001`)],
      [`${side}_quantity`, shown(sql`100 + n`)],
      [`${side}_decimals`, shown(sql`2`)],
    ] as const
  })
  return {
    delivery_id: word(n),
    viewer: text(party),
    transfer_type: type,
    direction: sql`CASE WHEN ${isDelivering} AND ${party} = ${year.viewer} THEN 'DELIVER' ELSE 'RECEIVE' END`,
    state,
    turns: text(''),
    counterparty,
    sender,
    receiver,
    registry_manager: text(SEEDED.registryManager),
    registrar: text(year.registrar),
    value_date: valueDate,
    expires_at: sql`CASE WHEN NOT ${hasEnded} THEN coalesce(${valueDate}, ${at}) + 90 * 86400 END`,
    created_at: at,
    created_block: n,
    created_log_index: sql`0`,
    waits_for: sql`CASE ${state} WHEN 'PENDING' THEN ${party} WHEN 'PENDING_COUNTERPARTY' THEN ${counterparty}
      WHEN 'PENDING_CUSTODIAN' THEN ${year.registrar} END`,
    last_at: sql`${at} + 3600`,
    from_block: n,
    ...Object.fromEntries(sides),
  }
}

const firstLeg = (year: DeskYear): Columns => ({
  delivery_id: word(n),
  leg_idx: sql`0`,
  leg_type: text('DIGITAL'),
  sender: termsOf(year).sender,
  receiver: termsOf(year).receiver,
  registrar: text(year.registrar),
  tx_coordinator: text(ZERO_ADDRESS),
  asset_manager: text(SEEDED.registryManager),
  asset_id: instrumentOf(instrumentIndex),
  quantity: sql`100 + n`,
  sender_data: text('0x'),
  receiver_data: text('0x'),
  reference: word(n),
  from_block: n,
  log_index: sql`0`,
  tx_hash: word(n),
})

const secondLeg = (year: DeskYear): Columns => ({
  ...firstLeg(year),
  leg_idx: sql`1`,
  leg_type: sql`CASE WHEN ${ofTen} < 8 THEN 'EXTERNAL' ELSE 'DIGITAL' END`,
  sender: termsOf(year).receiver,
  receiver: termsOf(year).sender,
})

const confirmation = (year: DeskYear, role: 'sender' | 'receiver'): Columns => ({
  delivery_id: word(n),
  leg_idx: sql`0`,
  role: text(role),
  tenant: termsOf(year)[role],
  data: text('0x'),
  at: sql`${termsOf(year).at} + 60`,
  from_block: n,
  log_index: sql`1`,
  tx_hash: word(n),
})

/** Repos run for a week. */
function details(year: DeskYear): Columns {
  const purchase = dayStart(termsOf(year).at)
  const repo = sql`jsonb_build_object('cashQuantity', '1000000.00', 'cashCurrency', 'EUR', 'repo', jsonb_build_object(
    'purchaseDate', ${isoDay(purchase)}, 'repurchaseDate', ${isoDay(sql`${purchase} + 7 * ${sql.lit(DAY_S)}`)},
    'purchasePrice', '1000000.00', 'rate', '2.14', 'dayCount', 'ACT/360'))`
  return {
    tenant: text(year.viewer),
    delivery_id: word(n),
    fingerprint: word(n),
    details: sql`jsonb_build_object('salt', ${word(n)}, 'description', 'Transfer ' || n)
      || CASE WHEN ${opening} IS NULL THEN '{}' ELSE jsonb_build_object('openingDeliveryId', ${word(opening)}) END
      || CASE WHEN ${type} = 'REPO' THEN ${repo} ELSE '{}' END`,
    status: text('SYNCED'),
    stored_at: sql`1`,
  }
}
