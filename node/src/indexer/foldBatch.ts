// Applies a batch's changes in order to their rows. Pure: rows in, versions out.
import type { Address, DeliveryId, TxHash } from '@connex/protocol'
import { keyText } from '../storage/schema/versionKeys.ts'
import type { AnyRow, KeyOf, RowOf, VersionedName } from '../storage/schema/versionKeys.ts'
import type { VersionWrites } from '../storage/projections/versions.ts'
import type { Append, Lookup } from './handlers/change.ts'
import { createDeliveryViews } from './transferViews.ts'
import type { Gathered } from './gatherEvents.ts'
import type { LoadedRows } from './loadRows.ts'

/** One key's history within the batch: `versions` in order, with an undefined row where it ends. */
export type Entry = {
  table: VersionedName
  key: AnyRow
  before: AnyRow | undefined
  current: AnyRow | undefined
  versions: { from: number; row: AnyRow | undefined }[]
  txHashes: Set<TxHash>
}

export type Folded = {
  entries: Entry[]
  appended: Map<Append['table'], AnyRow[]>
  touched: Map<DeliveryId, TouchedDelivery>
}

/** A delivery with any change, and its parties. */
export type TouchedDelivery = { parties: Address[]; txHashes: Set<TxHash> }

export function foldBatch(events: readonly Gathered[], loaded: LoadedRows): Folded {
  const entries = new Map<string, Entry>()
  const appended = new Map<Append['table'], AnyRow[]>()
  const views = createDeliveryViews(loaded)
  const touched: Folded['touched'] = new Map()

  function entryOf(table: VersionedName, key: AnyRow): Entry {
    const id = `${table}|${keyText(table, key)}`
    const existing = entries.get(id)
    if (existing !== undefined) return existing
    const before = loaded.rows.get(id)
    const entry: Entry = { table, key, before, current: before, versions: [], txHashes: new Set() }
    entries.set(id, entry)
    return entry
  }

  const look: Lookup = <T extends VersionedName>(table: T, key: KeyOf<T>) =>
    entryOf(table, key as AnyRow).current as RowOf<T> | undefined

  function applyTo(block: number, { occurrence, changes }: Gathered): void {
    const { logIndex, txHash, at } = occurrence
    for (const change of changes) {
      if (change.kind === 'upsert') {
        const { table, key, update } = change
        const entry = entryOf(table, key)
        put(entry, update(entry.current, look), block, txHash)
        if (table === 'deliveries') views.touch(key['delivery_id'] as DeliveryId, txHash, at)
      } else if (change.kind === 'append') {
        const row = { ...change.row, from_block: block, log_index: logIndex, tx_hash: txHash }
        const rows = appended.get(change.table)
        if (rows === undefined) appended.set(change.table, [row])
        else rows.push(row)
        views.add(change.table, row, txHash, at)
      }
    }
  }

  /** Views change at the end of each block: whose turn it is depends on the whole block, not on a single event. */
  function endBlock(block: number): void {
    for (const { id, views: newViews, txHashes } of views.take(look)) {
      const before = touched.get(id)
      touched.set(id, {
        parties: newViews.map(({ viewer }) => viewer).sort(),
        txHashes: new Set([...(before?.txHashes ?? []), ...txHashes]),
      })
      const [txHash] = txHashes
      if (txHash === undefined) continue
      for (const view of newViews)
        put(entryOf('transfer_views', { delivery_id: id, viewer: view.viewer }), view, block, txHash)
    }
  }

  events.forEach((event, index) => {
    const { block } = event.occurrence
    applyTo(block, event)
    if (events[index + 1]?.occurrence.block !== block) endBlock(block)
  })
  return { entries: [...entries.values()].filter((entry) => compact(entry).length > 0), appended, touched }
}

/** A block's last row is the version of that block. */
function put(entry: Entry, row: AnyRow | undefined, block: number, txHash: TxHash): void {
  if (isSame(entry.current, row)) return
  entry.current = row
  entry.txHashes.add(txHash)
  const last = entry.versions.at(-1)
  if (last?.from === block) last.row = row
  else entry.versions.push({ from: block, row })
}

/** Drops versions that equal the one before them. */
function compact(entry: Entry): Entry['versions'] {
  let before = entry.before
  entry.versions = entry.versions.filter(({ row }) => {
    const isNew = !isSame(before, row)
    if (isNew) before = row
    return isNew
  })
  return entry.versions
}

/** The writes of each table: the stored version closes where the first new one opens. */
export function writesOf(entries: readonly Entry[]): Map<VersionedName, VersionWrites> {
  const writes = new Map<VersionedName, VersionWrites>()
  for (const { table, key, before, versions } of entries) {
    const of = writes.get(table) ?? { closed: [], opened: [] }
    writes.set(table, of)
    const [first] = versions
    if (before !== undefined && first !== undefined) of.closed.push({ key, to_block: first.from })
    versions.forEach(({ from, row }, index) => {
      if (row === undefined) return
      of.opened.push({ ...row, from_block: from, to_block: versions[index + 1]?.from ?? null })
    })
  }
  return writes
}

/** Compares two flat rows of the same table. */
function isSame(a: AnyRow | undefined, b: AnyRow | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return Object.keys(b).every((column) => a[column] === b[column])
}
