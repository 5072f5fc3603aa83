// A database that refuses to write what a call stores: whoever answers as if it were stored has not waited for it.
import { sql } from 'kysely'
import type { Queryable } from '../../../node/src/storage/engine/database.ts'

/** A caller proves who they are, and the index goes on. Announcements and the audit only tell of what is stored. */
const WRITABLE: readonly string[] = [
  'nonces',
  'tokens',
  'cursor',
  'blocks',
  'early_logs',
  'announcements',
  'audit',
]

/**
 * @example
 * const whileFailing = await prepareFailingWrites(db)
 * await whileFailing(() => putComment(db, comment)) // throws 'nothing can be written now'
 */
export async function prepareFailingWrites(
  db: Queryable,
): Promise<<Result>(act: () => Promise<Result>) => Promise<Result>> {
  await sql`CREATE TABLE failing (is_on boolean NOT NULL)`.execute(db)
  await sql`INSERT INTO failing VALUES (false)`.execute(db)
  await sql
    .raw(
      `CREATE FUNCTION refuse_while_failing() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF (SELECT is_on FROM failing) THEN RAISE EXCEPTION 'nothing can be written now'; END IF;
         RETURN NULL;
       END $$`,
    )
    .execute(db)
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'failing'
      AND NOT table_name = ANY(${WRITABLE}::text[])`.execute(db)
  for (const { name } of rows)
    await sql`CREATE TRIGGER refuse_while_failing AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(name)}
      FOR EACH ROW EXECUTE FUNCTION refuse_while_failing()`.execute(db)
  const turn = (isOn: boolean) => sql`UPDATE failing SET is_on = ${isOn}`.execute(db)
  return async (act) => {
    await turn(true)
    try {
      return await act()
    } finally {
      await turn(false)
    }
  }
}
