import type { ColumnType } from 'kysely'

/** jsonb: written as text, read as what it holds. */
export type JsonColumn = ColumnType<unknown, string, string>
