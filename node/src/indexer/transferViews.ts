// Collects the rows of the deliveries that a batch touches, and builds their views at the end of each block.
import {
  counterpartyFor,
  directionFor,
  InstrumentId,
  isCancelRequested,
  isDigital,
  PENDING_STATES,
  transferState,
  transferTypeOf,
  turnsOf,
  waitsFor,
  ZERO_ADDRESS,
} from '@connex/protocol'
import type {
  Address,
  Delivery,
  DeliveryId,
  DeliveryLeg,
  RegistryId,
  Seconds,
  TxHash,
} from '@connex/protocol'
import { buildDelivery } from '../storage/projections/deliveryRows.ts'
import type { DeliveryRows } from '../storage/projections/deliveryRows.ts'
import type { LegsTable } from '../storage/schema/ledgerTables.ts'
import type { RowOf } from '../storage/schema/versionKeys.ts'
import { isDeliveryFact } from './handlers/change.ts'
import type { Append, Lookup } from './handlers/change.ts'
import type { LoadedRows } from './loadRows.ts'

type Facts = Pick<LoadedRows, 'legs' | 'confirmations' | 'receiving_accounts' | 'cancel_votes'>

export type DeliveryViews = {
  /** The delivery has changed. */
  touch: (id: DeliveryId, txHash: TxHash, at: Seconds) => void
  /** A fact has been added; ignores facts about other things than deliveries. */
  add: (table: Append['table'], row: object, txHash: TxHash, at: Seconds) => void
  /** Returns the views of the deliveries that were touched since the last call. */
  take: (look: Lookup) => { id: DeliveryId; views: RowOf<'transfer_views'>[]; txHashes: TxHash[] }[]
}

export function createDeliveryViews(loaded: Facts): DeliveryViews {
  const touched = new Map<DeliveryId, { txHashes: Set<TxHash>; at: Seconds }>()
  const facts = {
    legs: byDelivery(loaded.legs),
    confirmations: byDelivery(loaded.confirmations),
    receiving_accounts: byDelivery(loaded.receiving_accounts),
    cancel_votes: byDelivery(loaded.cancel_votes),
  }

  function rowsOf(id: DeliveryId, look: Lookup): DeliveryRows | undefined {
    const delivery = look('deliveries', { delivery_id: id })
    if (delivery === undefined) return undefined
    return {
      delivery: { ...delivery, from_block: 0, to_block: null },
      legs: (facts.legs.get(id) ?? []).map((leg) => {
        const instrument = instrumentOf(leg, look)
        return {
          ...leg,
          instrument_id: instrument?.instrument_id ?? null,
          identifier: instrument?.identifier ?? null,
          decimals: instrument?.decimals ?? null,
        }
      }),
      confirmations: facts.confirmations.get(id) ?? [],
      receivingAccounts: facts.receiving_accounts.get(id) ?? [],
      cancelVotes: facts.cancel_votes.get(id) ?? [],
    }
  }

  function touch(id: DeliveryId, txHash: TxHash, at: Seconds): void {
    const { txHashes = new Set<TxHash>() } = touched.get(id) ?? {}
    touched.set(id, { txHashes: txHashes.add(txHash), at })
  }

  return {
    touch,
    add(table, row, txHash, at) {
      if (!isDeliveryFact(table)) return
      const { delivery_id: id } = row as { delivery_id: DeliveryId }
      touch(id, txHash, at)
      const map = facts[table] as Map<DeliveryId, object[]>
      const rows = map.get(id)
      if (rows === undefined) map.set(id, [row])
      else rows.push(row)
    },
    take(look) {
      const taken = [...touched].flatMap(([id, { txHashes, at }]) => {
        const rows = rowsOf(id, look)
        if (rows === undefined || rows.legs.length === 0) return []
        const views = buildTransferViews(buildDelivery(rows), rows.delivery.created_log_index, at)
        return [{ id, views, txHashes: [...txHashes] }]
      })
      touched.clear()
      return taken
    },
  }
}

/** The instrument of a leg in a registry, or of a TRADITIONAL leg. */
function instrumentOf(
  leg: Pick<LegsTable, 'leg_type' | 'asset_manager' | 'asset_id'>,
  look: Lookup,
): { instrument_id: InstrumentId; identifier: string | null; decimals: number | null } | undefined {
  const { leg_type: type, asset_manager: manager, asset_id: id } = leg
  const registry = look('registries', { registry_manager: manager, registry_id: id as RegistryId })
  const instrumentId = type === 'TRADITIONAL' ? InstrumentId.parse(id) : registry?.instrument_id
  if (instrumentId === undefined) return undefined
  const instrument = look('instruments', { instrument_id: instrumentId })
  return {
    instrument_id: instrumentId,
    identifier: instrument?.identifier ?? null,
    decimals: instrument?.decimals ?? null,
  }
}

const byDelivery = <Row extends { delivery_id: DeliveryId }>(rows: readonly Row[]): Map<DeliveryId, Row[]> =>
  Map.groupBy(rows, ({ delivery_id: id }) => id)

type View = RowOf<'transfer_views'>

/** One view for each sender, receiver, registrar and coordinator. */
const buildTransferViews = (delivery: Delivery, logIndex: number, lastAt: Seconds): View[] =>
  partiesOf(delivery.legs).map((viewer) => ({ ...viewFor(delivery, viewer, logIndex), last_at: lastAt }))

const partiesOf = (legs: readonly DeliveryLeg[]): Address[] => [
  ...new Set(
    legs
      .flatMap((leg) => [leg.sender, leg.receiver, leg.registrar, leg.txCoordinator])
      .filter((party) => party !== ZERO_ADDRESS),
  ),
]

function viewFor(delivery: Delivery, viewer: Address, logIndex: number): Omit<View, 'last_at'> {
  const { legs } = delivery
  const [first] = legs
  if (first === undefined) throw new TypeError('a delivery has at least one leg')
  const direction = directionFor(legs, viewer)
  const own = isDigital(first) ? first : undefined
  const other = legs.slice(1).find(isDigital)
  const [delivered, received] = direction === 'DELIVER' ? [own, other] : [other, own]
  const state = transferState(delivery, viewer)
  return {
    delivery_id: delivery.deliveryId,
    viewer,
    transfer_type: transferTypeOf(legs),
    direction,
    state,
    turns: turnsOf(delivery, viewer)
      .map(({ action, legIdx }) => (legIdx === null ? action : `${action}:${legIdx}`))
      .join(','),
    counterparty: counterpartyFor(legs, viewer),
    sender: first.sender,
    receiver: first.receiver,
    registry_manager: first.assetManagerAddr,
    registrar: first.registrar,
    sender_account: first.senderAccount,
    receiver_account: first.receiverAccount,
    // Of what it delivers, the account is the sender's; of what it receives, the receiver's.
    deliver_registry_id: (delivered?.assetId ?? null) as RegistryId | null,
    deliver_instrument_id: (delivered?.instrumentId ?? null) as InstrumentId | null,
    deliver_identifier: delivered?.identifier ?? null,
    deliver_account: delivered?.senderAccount ?? null,
    deliver_quantity: delivered?.quantity ?? null,
    deliver_decimals: delivered?.decimals ?? null,
    receive_registry_id: (received?.assetId ?? null) as RegistryId | null,
    receive_instrument_id: (received?.instrumentId ?? null) as InstrumentId | null,
    receive_identifier: received?.identifier ?? null,
    receive_account: received?.receiverAccount ?? null,
    receive_quantity: received?.quantity ?? null,
    receive_decimals: received?.decimals ?? null,
    value_date: delivery.valueDate === 0 ? null : delivery.valueDate,
    expires_at: PENDING_STATES.includes(state) ? delivery.expiresAt : null,
    created_at: delivery.createdAt,
    created_block: delivery.createdBlock,
    created_log_index: logIndex,
    waits_for: waitsFor(delivery, viewer),
    is_cancel_requested: isCancelRequested({ ...delivery, state }, viewer),
  }
}
