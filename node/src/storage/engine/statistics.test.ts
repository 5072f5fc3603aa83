import { Address } from '@connex/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Queryable } from './database.ts'
import { openDatabase } from './openDatabase.ts'
import { refreshStatistics } from './statistics.ts'

const user_address = Address.parse(`0x${'11'.repeat(20)}`)

async function addNonces(db: Queryable, count: number): Promise<void> {
  const { total } = await db
    .selectFrom('nonces')
    .select(sql<number>`count(*)::int8`.as('total'))
    .executeTakeFirstOrThrow()
  const nonces = Array.from({ length: count }, (_, index) => `nonce ${total + index}`)
  await db
    .insertInto('nonces')
    .values(nonces.map((nonce) => ({ user_address, nonce, expires_at: 1 })))
    .execute()
}

/** How many rows the planner expects to read. */
async function expectedRows(db: Queryable): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    EXPLAIN (FORMAT JSON) SELECT * FROM nonces WHERE user_address = ${sql.lit(user_address)}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

test('an embedded database counts a table that is new or has doubled, and no other', async () => {
  const { kysely: db, close } = await openDatabase({ inMemory: true })
  try {
    expect(await refreshStatistics(db)).toEqual([])
    await addNonces(db, 1_000)
    expect(await refreshStatistics(db)).toEqual(['nonces'])
    expect(await expectedRows(db)).toBe(1_000)
    await addNonces(db, 500)
    expect(await refreshStatistics(db)).toEqual([])
    await addNonces(db, 1_500)
    expect(await refreshStatistics(db)).toEqual(['nonces'])
    expect(await expectedRows(db)).toBe(3_000)
  } finally {
    await close()
  }
})
