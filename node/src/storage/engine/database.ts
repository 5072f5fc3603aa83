// The database's handle, the same on both engines.
import type { Kysely } from 'kysely'
import type { Schema } from '../schema/schema.ts'

/** What one engine offers; everything else is SQL. */
export type Engine = {
  name: 'pglite' | 'postgres'
  kysely: Kysely<Schema>
  /** Calls `onMessage` with the payload of each `pg_notify` on the channel, once its transaction has committed. */
  listen: (channel: string, onMessage: (payload: string) => void) => Promise<() => Promise<void>>
  /** Holds a lock that no other process on this database can hold, until released or this process dies. */
  tryLock: (key: number) => Promise<Lock | undefined>
  /** Leaves the database when a newer version waits to migrate it, and returns if it has not. Never with an embedded one. */
  watchUpgrades: (watcher: UpgradeWatcher) => () => Promise<void>
  connections: () => Connections
  /** Throws if the disk of an embedded database is full; a server’s disk is not visible from here. */
  requireRoom: () => Promise<void>
  /** Counts an embedded database's tables that have grown; see statistics.ts. A server does so itself. */
  refreshStatistics: () => Promise<void>
  /** Resolves when an embedded database has panicked: it answers nothing until the process restarts. */
  lost: Promise<void>
  close: () => Promise<void>
}

/** A process that leaves the database, and comes back to it. */
export type UpgradeWatcher = {
  /** Resolves once nothing of this process needs the database. Called again when the reason changes. */
  drain: (reason: string) => Promise<void>
  resume: () => Promise<void>
}

export type Connections = { open: number; idle: number; waiting: number }

/** `lost` resolves when the connection that holds the lock has closed. */
export type Lock = { release: () => Promise<void>; lost: Promise<void> }

/** The database's handle, or a transaction's. */
export type Queryable = Kysely<Schema>

/** Runs `work` in the current transaction, or in a new one if `db` is not a transaction. */
export const inTransaction = <Result>(
  db: Queryable,
  work: (trx: Queryable) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work))

/** Whole UTC seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** All connections are in use, and either the queue is full or this request has waited too long. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/** Whether the database could not make sense of a statement or of its data, as it could not a second time either. By SQLSTATE's classes. */
export const isWrongStatement = (error: Error & { code?: unknown }): boolean =>
  /^(21|22|23|42)[0-9A-Z]{3}$/.test(String(error.code))
