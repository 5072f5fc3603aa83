// Keeps the rows of the deliveries that a batch touches, and gives their views anew at the end of each block.
import { InstrumentId } from '@connex/protocol'
import type { DeliveryId, RegistryId, TxHash } from '@connex/protocol'
import { buildDelivery } from '../storage/buildDelivery.ts'
import type { DeliveryRows } from '../storage/buildDelivery.ts'
import type { LegsTable } from '../storage/ledgerTables.ts'
import type { RowOf } from '../storage/projections.ts'
import { buildTransferViews } from './buildTransferViews.ts'
import type { Append, Look } from './Change.ts'
import { isDeliveryFact } from './isDeliveryFact.ts'
import type { LoadedRows } from './loadRows.ts'

type Facts = Pick<LoadedRows, 'legs' | 'confirmations' | 'receipts'>

export type DeliveryViews = {
  /** The delivery has changed. */
  touch: (id: DeliveryId, txHash: TxHash) => void
  /** A fact has been added; others than a delivery's are none of its business. */
  add: (table: Append['table'], row: object, txHash: TxHash) => void
  /** The views of all that was touched since the last time. */
  take: (look: Look) => { id: DeliveryId; views: RowOf<'transfer_views'>[]; txHashes: TxHash[] }[]
}

export function createDeliveryViews(loaded: Facts): DeliveryViews {
  const touched = new Map<DeliveryId, Set<TxHash>>()
  const facts = {
    legs: byDelivery(loaded.legs),
    confirmations: byDelivery(loaded.confirmations),
    receipts: byDelivery(loaded.receipts),
  }

  function rowsOf(id: DeliveryId, look: Look): DeliveryRows | undefined {
    const delivery = look('deliveries', { delivery_id: id })
    if (delivery === undefined) return undefined
    return {
      deliveries: [{ ...delivery, from_block: 0, to_block: null }],
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
      receipts: facts.receipts.get(id) ?? [],
      cancelVotes: [],
    }
  }

  function touch(id: DeliveryId, txHash: TxHash): void {
    const txHashes = touched.get(id)
    if (txHashes === undefined) touched.set(id, new Set([txHash]))
    else txHashes.add(txHash)
  }

  return {
    touch,
    add(table, row, txHash) {
      if (!isDeliveryFact(table)) return
      const { delivery_id: id } = row as { delivery_id: DeliveryId }
      touch(id, txHash)
      if (table === 'cancel_votes') return
      const map = facts[table] as Map<DeliveryId, object[]>
      const rows = map.get(id)
      if (rows === undefined) map.set(id, [row])
      else rows.push(row)
    },
    take(look) {
      const taken = [...touched].flatMap(([id, txHashes]) => {
        const rows = rowsOf(id, look)
        const delivery = rows === undefined ? undefined : buildDelivery(id, rows)
        if (delivery === undefined || delivery.legs.length === 0) return []
        const logIndex = rows?.deliveries[0]?.created_log_index ?? 0
        return [{ id, views: buildTransferViews(delivery, logIndex), txHashes: [...txHashes] }]
      })
      touched.clear()
      return taken
    },
  }
}

/** Of a leg in a registry, or of one that moves an instrument outside. */
function instrumentOf(
  leg: Pick<LegsTable, 'leg_type' | 'asset_manager' | 'asset_id'>,
  look: Look,
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

function byDelivery<Row extends { delivery_id: DeliveryId }>(rows: readonly Row[]): Map<DeliveryId, Row[]> {
  const map = new Map<DeliveryId, Row[]>()
  for (const row of rows) {
    const of = map.get(row.delivery_id)
    if (of === undefined) map.set(row.delivery_id, [row])
    else of.push(row)
  }
  return map
}
