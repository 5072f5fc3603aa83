// What the indexer and the server would have written about portfolios of deals.
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { Address, Bytes32 } from '@connex/protocol'
import type { Queryable } from '../../../node/src/storage/engine/database.ts'
import { refreshOpenDeals } from '../../../node/src/storage/projections/openDeals.ts'
import { PORTFOLIO_REGISTRIES } from './portfolios.ts'
import type { DrawnDelivery, DrawnLeg, DrawnRecall, Portfolio } from './portfolios.ts'
import { insertAll } from './deskRows.ts'
import type { Rows } from './deskTransferRows.ts'
import { word } from './deskTransfers.ts'
import { SEEDED } from './ledgerRows.ts'
import { openTestDatabase } from './testDatabase.ts'

const DAY_S = 86_400

/** The delivery's id. `drawnId({ n: 12 })` */
export const drawnId = ({ n }: Pick<DrawnDelivery, 'n'>) => word('d0', n)
/** `registryIdOf(0)` */
export const registryIdOf = (index: number) => word('b0', index)

/** A new database with these portfolios, their registries and its statistics; closed after the check. */
export async function withPortfolios(
  portfolios: readonly Portfolio[],
  today: number,
  check: (db: Queryable) => Promise<void>,
): Promise<void> {
  const { kysely, close, refreshStatistics } = await openTestDatabase()
  try {
    await seedPortfolioRegistries(kysely, today)
    await seedPortfolios(kysely, portfolios, today)
    await refreshStatistics()
    await check(kysely)
  } finally {
    await close()
  }
}

/** Everything happened in block 1. `today` is a UTC midnight in seconds. */
async function seedPortfolios(db: Queryable, portfolios: readonly Portfolio[], today: number): Promise<void> {
  const of = (portfolio: Portfolio) =>
    portfolio.deliveries.map((delivery) => rowsOf(delivery, portfolio, today))
  await insertAll(db, [
    ...portfolios.flatMap(of),
    ...portfolios.flatMap((one) => [positionsOf(one), messagesOf(one, today)]),
  ])
  const ids = portfolios.flatMap(({ deliveries }) => deliveries.map((one) => drawnId(one)))
  for (let from = 0; from < ids.length; from += 5000)
    await refreshOpenDeals(db, ids.slice(from, from + 5000) as never)
}

/** The registries that all portfolios share. */
async function seedPortfolioRegistries(db: Queryable, today: number): Promise<void> {
  const registries = PORTFOLIO_REGISTRIES.map(({ index, instrument, registrar }) => ({
    registry_manager: SEEDED.registryManager,
    registry_id: registryIdOf(index),
    registrar,
    instrument_manager: SEEDED.instrumentManager,
    instrument_id: word('e0', instrument),
    instrument_revision: 1,
    registry_type: 'DIGITAL',
    instrument_registrar: registrar,
    state: 'REGISTERED',
    total_issued: 0,
    total_terminated: 0,
    outstanding: 0,
    from_block: 1,
  }))
  const instruments = [0, 1].map((n) => ({
    instrument_id: word('e0', n),
    instrument_manager: SEEDED.instrumentManager,
    state: 'REGISTERED',
    type: 'BOND',
    identifier_type: 'ISIN',
    identifier: `DE000CNX010${n}`,
    issuer: ZERO_ADDRESS,
    decimals: 2,
    revision: 1,
    private_data_fp: word('f0', n),
    private_data_version: 1,
    asset_class: 'DIGITAL',
    creation_mark: 'NONE',
    managed_by: ZERO_ADDRESS,
    depositary: ZERO_ADDRESS,
    is_private_placement: false,
    created_at: 1,
    from_block: 1,
  }))
  const blocks = [{ number: 1, hash: word('a', 1), timestamp: today }]
  const cursor = {
    id: 1,
    chain_id: 1,
    platform_manager: SEEDED.platform,
    block_number: 2,
    block_hash: word('a', 2),
    finalized_block: 0,
    early_logs_from: 0,
    updated_at: today,
  }
  await insertAll(db, [{ registries, instruments, blocks, cursor: [cursor] }])
}

/** The message's id. `recallId({ n: 12 })` */
const recallId = ({ n }: Pick<DrawnRecall, 'n'>) => word('70', n)

/** Each recall, and its answers. What a desk delivered is recalled by the desk, what it received by the other side. */
function messagesOf({ viewer, deliveries, recalls }: Portfolio, today: number): Rows {
  return {
    private_records: recalls.flatMap((recall) => {
      const opening = deliveries.find(({ n }) => n === recall.opening)
      const leg = opening?.legs[recall.leg]
      if (opening === undefined || leg === undefined) return []
      const { n, answer, day, quantity } = recall
      const [author, other] = leg.isIncoming ? [opening.other, viewer] : [viewer, opening.other]
      const record = (by: Address, id: Bytes32, message: { kind: string; [field: string]: unknown }) => ({
        tenant: viewer,
        kind: 'DEAL_MESSAGE',
        fingerprint: id,
        entity_id: drawnId(opening),
        type: message.kind,
        data: JSON.stringify({ message }),
        author_tenant: by,
        author_address: by,
        shared_with: [],
        status: 'SYNCED',
        created_at: 1,
      })
      const answered = (by: Address, isAgreed: boolean, sequence: number) =>
        record(by, word('71', n * 4 + sequence), {
          kind: 'ANSWER',
          replyTo: recallId(recall),
          isAgreed,
          sequence,
        })
      const lots = [{ lot: recall.lot ?? lotName(opening, recall.leg), quantity: String(quantity) }]
      return [
        record(author, recallId(recall), { kind: 'RECALL', lots, date: isoDay(today, day) }),
        // Some have thought again.
        ...(answer === 'NONE' || n % 2 === 0 ? [] : [answered(other, answer === 'DECLINED', 1)]),
        ...(answer === 'NONE' ? [] : [answered(other, answer !== 'DECLINED', 2)]),
        ...(answer === 'WITHDRAWN' ? [answered(author, false, 3)] : []),
      ]
    }),
  }
}

/** Of a loan the first leg is lent, and the other one is its collateral. */
const lotName = ({ type }: DrawnDelivery, leg: number): string =>
  type === 'REPO' ? `P${leg + 1}` : leg === 0 ? 'L1' : `C${leg}`

const isPending = ({ status }: DrawnDelivery) =>
  status === 'CONFIRMED' || status === 'PROPOSED' || status === 'LATE'

function positionsOf({ viewer, balances, deliveries }: Portfolio): Rows {
  const legs = deliveries.filter(isPending).flatMap((delivery) => delivery.legs)
  return {
    positions: PORTFOLIO_REGISTRIES.flatMap(({ index, instrument, registrar }) => {
      const earmarked = legs
        .filter(({ registry, isEarmarked }) => registry === index && isEarmarked)
        .reduce((sum, { quantity }) => sum + quantity, 0)
      const available = balances[index] ?? 0
      // In two accounts.
      return [earmarked, 0].map((set, account) => ({
        registry_manager: SEEDED.registryManager,
        registry_id: registryIdOf(index),
        owner: viewer,
        account: 1001 + account,
        registrar,
        instrument_id: word('e0', instrument),
        balance: set + (account === 0 ? Math.floor(available / 2) : Math.ceil(available / 2)),
        earmarked: set,
        from_block: 1,
      }))
    }),
  }
}

function rowsOf(delivery: DrawnDelivery, portfolio: Portfolio, today: number): Rows {
  return {
    deliveries: [deliveryRow(delivery, portfolio, today)],
    transfer_views: [viewRow(delivery, portfolio, today)],
    legs: legRows(delivery, portfolio),
    confirmations: confirmationRows(delivery, portfolio, today),
    delivery_details: detailRows(delivery, portfolio, today),
  }
}

const valueDateOf = ({ day }: DrawnDelivery, today: number) =>
  day === undefined ? null : today + day * DAY_S

function deliveryRow(delivery: DrawnDelivery, { viewer }: Portfolio, today: number) {
  const state = isPending(delivery) ? 'PENDING' : delivery.status
  const closed = isPending(delivery) ? null : 1
  return {
    delivery_id: drawnId(delivery),
    delivery_manager: SEEDED.deliveryManager,
    state,
    creator: viewer,
    value_date: valueDateOf(delivery, today) ?? 0,
    private_data_fp: word('c0', delivery.n),
    num_legs: Math.max(1, delivery.legs.length),
    created_at: today,
    created_block: 1,
    created_log_index: delivery.n,
    created_tx: word('a0', delivery.n),
    closed_at: closed,
    closed_block: closed,
    closed_log_index: closed === null ? null : delivery.n,
    was_refused: false,
    from_block: 1,
  }
}

/** Sender and receiver of a leg; a registrar sends what is minted and receives what is burned. */
function partiesOf(leg: DrawnLeg, { type, other }: DrawnDelivery, { viewer }: Portfolio) {
  const registrar = PORTFOLIO_REGISTRIES[leg.registry]?.registrar ?? ZERO_ADDRESS
  const across = type === 'MINT' || type === 'BURN' ? registrar : other
  return leg.isIncoming
    ? { sender: across, receiver: viewer, registrar }
    : { sender: viewer, receiver: across, registrar }
}

function viewRow(delivery: DrawnDelivery, portfolio: Portfolio, today: number) {
  const { type, status, other, legs } = delivery
  const [first] = legs
  const parties =
    first === undefined
      ? { sender: portfolio.viewer, receiver: other, registrar: ZERO_ADDRESS }
      : partiesOf(first, delivery, portfolio)
  const isOurs = legs.some(({ isIncoming, isEarmarked }) => !isIncoming && !isEarmarked)
  const pending = status === 'CONFIRMED' ? 'PENDING_CUSTODIAN' : isOurs ? 'PENDING' : 'PENDING_COUNTERPARTY'
  return {
    delivery_id: drawnId(delivery),
    viewer: portfolio.viewer,
    transfer_type: type,
    direction: first?.isIncoming === true ? 'RECEIVE' : 'DELIVER',
    state: isPending(delivery) ? pending : status,
    turns: '',
    counterparty: parties.sender === portfolio.viewer ? parties.receiver : parties.sender,
    ...parties,
    registry_manager: SEEDED.registryManager,
    value_date: valueDateOf(delivery, today),
    expires_at: isPending(delivery) ? (valueDateOf(delivery, today) ?? today) + 90 * DAY_S : null,
    created_at: today,
    created_block: 1,
    created_log_index: delivery.n,
    last_at: today,
    is_cancel_requested: false,
    from_block: 1,
  }
}

const legRows = (delivery: DrawnDelivery, portfolio: Portfolio) =>
  delivery.legs.map((leg, index) => ({
    delivery_id: drawnId(delivery),
    leg_idx: index,
    leg_type: 'DIGITAL',
    ...partiesOf(leg, delivery, portfolio),
    tx_coordinator: ZERO_ADDRESS,
    asset_manager: SEEDED.registryManager,
    asset_id: registryIdOf(leg.registry),
    quantity: leg.quantity,
    sender_data: '0x',
    receiver_data: '0x',
    reference: word('1', delivery.n * 32 + index),
    from_block: 1,
    log_index: index,
    tx_hash: word('a0', delivery.n),
  }))

/** Of those who send; and of some a lock's deadline has taken an earlier confirmation back. */
const confirmationRows = (delivery: DrawnDelivery, { viewer }: Portfolio, at: number) =>
  delivery.legs.flatMap(({ isIncoming, isEarmarked }, index) => {
    const row = {
      delivery_id: drawnId(delivery),
      leg_idx: index,
      role: 'sender',
      tenant: viewer,
      data: '0x',
      at,
      from_block: 1,
      tx_hash: word('a0', delivery.n),
    }
    const first = { ...row, log_index: 10 + index * 2, is_withdrawn: false }
    if (isIncoming) return []
    if (isEarmarked) return [first]
    return delivery.n % 3 === 0
      ? [first, { ...first, log_index: first.log_index + 1, is_withdrawn: true }]
      : []
  })

const isoDay = (today: number, days: number): string =>
  new Date((today + days * DAY_S) * 1000).toISOString().slice(0, 10)

function detailRows(delivery: DrawnDelivery, { viewer, recalls }: Portfolio, today: number) {
  const { n, type, opening, end, amendedEnd, hasDetails } = delivery
  // Some have only details with another fingerprint.
  if (!hasDetails && n % 2 === 0) return []
  const endDate =
    end === undefined ? {} : { [type === 'REPO' ? 'repurchaseDate' : 'endDate']: isoDay(today, end) }
  const amend =
    amendedEnd === undefined
      ? {}
      : { amend: { repurchaseDate: amendedEnd === null ? null : isoDay(today, amendedEnd) } }
  const answers = recalls.filter(({ quotedBy }) => quotedBy === n).map(recallId)
  const lots = delivery.lots?.map((lot, legIdx) => ({ legIdx, lot }))
  const event = { ...amend, ...(answers.length === 0 ? {} : { answers }), ...(lots && { lots }) }
  const details = {
    salt: ZERO_BYTES32,
    description: `Drawn ${n}`,
    ...(opening === undefined ? {} : { openingDeliveryId: word('d0', opening), deal: event }),
    ...(opening === undefined && type === 'REPO' ? { repo: endDate } : {}),
    ...(opening === undefined && type === 'SEC_LEND' ? { loan: endDate } : {}),
  }
  return [
    {
      tenant: viewer,
      delivery_id: drawnId(delivery),
      fingerprint: word(hasDetails ? 'c0' : '0bad', n),
      details: JSON.stringify(details),
      status: hasDetails ? 'SYNCED' : 'FINGERPRINT_MISMATCH',
      stored_at: 1,
    },
  ]
}
