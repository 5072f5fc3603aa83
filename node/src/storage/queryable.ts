import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The database's handle, or a transaction's. */
export type Queryable = Kysely<Schema>

/** Runs `work` in the transaction that `db` is; in one of its own where it is none. */
export const inTransaction = <Result>(
  db: Queryable,
  work: (trx: Queryable) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work))

/** Whole UTC seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
