import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The database's handle, or a transaction's. */
export type Queryable = Kysely<Schema>

/** Whole UTC seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
