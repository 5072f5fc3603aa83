import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** What one engine offers; everything else is SQL. */
export type Engine = {
  name: 'pglite' | 'postgres'
  kysely: Kysely<Schema>
  /** Calls `onMessage` with the payload of each `pg_notify` on the channel, once its transaction has committed. */
  listen: (channel: string, onMessage: (payload: string) => void) => Promise<() => Promise<void>>
  /** Holds a lock that no other process on this database can hold, until released or this process dies. */
  tryLock: (key: number) => Promise<Lock | undefined>
  connections: () => Connections
  /** Throws where the disk of an embedded database is full; of a server’s disk nothing is known. */
  requireRoom: () => Promise<void>
  /** Settles when an embedded database has panicked: it answers nothing more until the process starts again. */
  lost: Promise<void>
  close: () => Promise<void>
}

export type Connections = { open: number; idle: number; waiting: number }

/** `lost` settles when the connection that holds the lock has gone. */
export type Lock = { release: () => Promise<void>; lost: Promise<void> }
