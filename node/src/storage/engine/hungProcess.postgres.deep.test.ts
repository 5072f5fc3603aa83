// A process that hangs holds up a migration until PostgreSQL has ended its sessions; awake again, it writes nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startPostgres } from '../../../../testkit/src/database/postgres.ts'
import { MIGRATIONS } from '../schema/migrate.ts'
import { openDatabase } from './openDatabase.ts'

/** PostgreSQL ends an idle session after 30 s; a busy machine takes longer. */
const LIMIT_MS = 60_000
const addressOf = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)))

/** Writes a row for each line that it reads, and says whether it could. */
const SCRIPT = `
const { openDatabase } = await import(${addressOf('./openDatabase.ts')})
const { useNonces } = await import(${addressOf('../queries/credentials.ts')})
const { kysely } = await openDatabase({ databaseUrl: process.argv[1] })
const write = (nonce) => useNonces(kysely, [{ user: '0x01', nonce }])
await write('first')
console.log('wrote')
process.stdin.on('data', (nonce) =>
  write(String(nonce)).then(() => console.log('wrote'), (error) => console.log(error.message)))
`

test('a process that hangs loses the schema, and does not write in the old form when it wakes up', async () => {
  const postgres = await startPostgres()
  const databaseUrl = postgres.urlOf('postgres')
  const stdio = ['pipe', 'pipe', 'inherit'] as const
  const hung = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, databaseUrl], {
    stdio: [...stdio],
  })
  const line = async () => String(((await once(hung.stdout, 'data')) as [Buffer])[0])
  try {
    expect(await line()).toBe('wrote\n')
    hung.kill('SIGSTOP')
    const up = (db: Awaited<ReturnType<typeof openDatabase>>['kysely']) =>
      db.schema.alterTable('nonces').addColumn('next_version', 'integer').execute()
    const begin = performance.now()
    const newer = await openDatabase(
      { databaseUrl },
      { migrations: { ...MIGRATIONS, '9999nextVersion': { up } } },
    )
    const tookMs = performance.now() - begin
    process.stdout.write(`a process that hangs held up the migration for ${Math.round(tookMs)} ms\n`)
    expect(tookMs).toBeLessThan(LIMIT_MS)
    hung.kill('SIGCONT')
    hung.stdin?.write('second')
    expect(await line()).toMatch(/newer version has migrated the database|terminat/)
    hung.stdin?.write('third')
    expect(await line()).toMatch(/newer version has migrated the database/)
    expect(await newer.kysely.selectFrom('nonces').select('nonce').execute()).toEqual([{ nonce: 'first' }])
    await newer.close()
  } finally {
    hung.kill('SIGKILL')
    await once(hung, 'exit')
    await postgres.remove()
  }
})
