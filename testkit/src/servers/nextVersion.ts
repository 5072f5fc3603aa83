// The server's next version: a copy of this one with another number and one more migration, which notes who writes from then on.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const VERSION = '9.9.9'
const MIGRATION = '9999nextVersion'
const MIGRATE = 'src/storage/schema/migrate.ts'

/** A row of `writers` for each version that writes into any table. It takes a second, as on a larger database. */
const SOURCE = `import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql\`CREATE TABLE writers (name text PRIMARY KEY)\`.execute(db)
  await sql\`CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO writers VALUES (current_setting('application_name')) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$\`.execute(db)
  await sql\`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' AND tablename <> 'writers' LOOP
      EXECUTE format('CREATE TRIGGER note_writer AFTER INSERT OR UPDATE OR DELETE ON %I EXECUTE FUNCTION note_writer()', name);
    END LOOP;
  END $$\`.execute(db)
  await sql\`SELECT pg_sleep(1)\`.execute(db)
}
`

export type NextVersion = {
  /** To start in place of this version's. */
  script: string
  version: string
  migration: string
  remove: () => Promise<void>
}

/** `const next = await buildNextVersion()`, then `launchServer(environment, undefined, next.script)` */
export async function buildNextVersion(): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-next-'))
  const place = (path: string) => join(folder, path)
  const filter = (path: string) => !/[.]test[.]ts$/.test(path)
  await cp(join(ROOT, 'node/src'), place('src'), { recursive: true, filter })
  await symlink(join(ROOT, 'node_modules'), place('node_modules'))
  const manifest = JSON.parse(await readFile(join(ROOT, 'node/package.json'), 'utf8')) as object
  await writeFile(place('package.json'), JSON.stringify({ ...manifest, version: VERSION }))
  await writeFile(place(`src/storage/schema/migrations/${MIGRATION}.ts`), SOURCE)
  const list = await readFile(place(MIGRATE), 'utf8')
  const longer = list
    .replace('\nimport type { Schema }', `\nimport * as next from './migrations/${MIGRATION}.ts'$&`)
    .replace(/\n\}\n/, `\n  '${MIGRATION}': next,$&`)
  await writeFile(place(MIGRATE), longer)
  return {
    script: place('src/main.ts'),
    version: VERSION,
    migration: MIGRATION,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
