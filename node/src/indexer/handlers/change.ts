// An event's changes to the projections, as data: handlers read and write nothing. The rows of a whole batch of changes are
// then read at once, changed in order, and written at once.
import type { Address, Seconds, TxHash } from '@connex/protocol'
import type { Abi, ContractEventArgsFromTopics, ContractEventName } from 'viem'
import type { ContractKind } from '../../storage/schema/ledgerTables.ts'
import type { AppendedTables } from '../../storage/schema/schema.ts'
import type { AnyRow, AppendedName, KeyOf, RowOf, VersionedName } from '../../storage/schema/versionKeys.ts'

/** Another row that a change reads. */
export type Reference = { table: VersionedName; key: AnyRow }

/** Reads a row as it is just before the change. */
export type Lookup = <T extends VersionedName>(table: T, key: KeyOf<T>) => RowOf<T> | undefined

export type Upsert = {
  kind: 'upsert'
  table: VersionedName
  key: AnyRow
  needs: readonly Reference[]
  /** From the current row to the next one; undefined for none. */
  update: (current: AnyRow | undefined, look: Lookup) => AnyRow | undefined
}

type FactName = Exclude<AppendedName, 'ledger_contracts' | 'early_logs'>
type Fact<T extends FactName> = Omit<AppendedTables[T], 'from_block' | 'log_index' | 'tx_hash'>

export type Append = { kind: 'append'; table: FactName; row: AnyRow }

/** Start indexing this contract; its earlier events are applied at the discovery block. */
export type Discover = { kind: 'discover'; address: Address; contract: ContractKind; owner: Address }

/** A factory has just created this contract: it has no earlier events. */
export type Create = { kind: 'create'; address: Address }

export type Change = Upsert | Append | Discover | Create

type Update<T extends VersionedName> = (current: RowOf<T> | undefined, look: Lookup) => RowOf<T> | undefined

/** `upsert('blacklist', { address }, () => ({ address }))` */
export const upsert = <T extends VersionedName>(
  table: T,
  key: KeyOf<T>,
  update: Update<T>,
  needs: readonly Reference[] = [],
): Change => ({ kind: 'upsert', table, key: key as AnyRow, update: update as Upsert['update'], needs })

/** Changes a row if it exists. */
export const patch = <T extends VersionedName>(
  table: T,
  key: KeyOf<T>,
  change: Partial<RowOf<T>> | ((row: RowOf<T>) => Partial<RowOf<T>>),
): Change =>
  upsert(table, key, (row) =>
    row === undefined ? undefined : { ...row, ...(typeof change === 'function' ? change(row) : change) },
  )

/** Ends a row. */
export const close = <T extends VersionedName>(table: T, key: KeyOf<T>): Change =>
  upsert(table, key, () => undefined)

export const append = <T extends FactName>(table: T, row: Fact<T>): Change => ({
  kind: 'append',
  table,
  row: row as AnyRow,
})

export const create = (address: Address): Change => ({ kind: 'create', address })

export const discover = (address: Address, contract: ContractKind, owner: Address): Change => ({
  kind: 'discover',
  address,
  contract,
  owner,
})

/** The place of an event. */
export type Occurrence = {
  /** The contract that emitted it. */
  address: Address
  /** The tenant or dApp behind that contract. */
  owner: Address
  block: number
  at: Seconds
  logIndex: number
  txHash: TxHash
}

export type LedgerEvent<Args = unknown> = Occurrence & { args: Args }

/** A contract's events with their changes. Events without a handler are not requested. */
export type Handlers<A extends Abi> = {
  [Name in ContractEventName<A>]?: (
    event: LedgerEvent<ContractEventArgsFromTopics<A, Name>>,
  ) => readonly Change[]
}

/** A table whose rows belong to one delivery: by its type, so that a new one is not forgotten. */
type DeliveryFact = {
  [Table in FactName]: 'delivery_id' extends keyof AppendedTables[Table] ? Table : never
}[FactName]

const DELIVERY_FACTS: Readonly<Record<DeliveryFact, true>> = {
  legs: true,
  confirmations: true,
  receiving_accounts: true,
  cancel_votes: true,
}

/** `isDeliveryFact('legs')` → true */
export const isDeliveryFact = (table: Append['table']): table is DeliveryFact =>
  Object.hasOwn(DELIVERY_FACTS, table)
