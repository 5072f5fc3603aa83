// What the operator has announced on the ledger: new code of managers, and new earmark protocols of registry managers.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const hex = 'text COLLATE "C" NOT NULL'
const range = 'from_block int8 NOT NULL, to_block int8, CHECK (to_block > from_block)'

const tables: Record<string, { key: string; columns: string }> = {
  announced_upgrades: {
    key: 'dapp',
    columns: `dapp ${hex}, implementation ${hex}, announced_by ${hex}, code_hash ${hex}, migration_hash ${hex},
      is_rollback boolean NOT NULL, effective_from int8 NOT NULL, effective_until int8 NOT NULL`,
  },
  earmark_protocols: {
    key: 'registry_manager, protocol',
    columns: `registry_manager ${hex}, protocol ${hex}, announced_by ${hex}, active_from int8 NOT NULL`,
  },
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const [table, { key, columns }] of Object.entries(tables)) {
    await run(`CREATE TABLE ${table} (${columns}, ${range}, PRIMARY KEY (${key}, from_block))`)
    await run(`CREATE UNIQUE INDEX ${table}_current ON ${table} (${key}) WHERE to_block IS NULL`)
    await run(`CREATE INDEX ${table}_range ON ${table} USING brin (from_block, to_block)`)
  }
}
