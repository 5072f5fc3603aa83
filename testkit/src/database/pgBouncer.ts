// PgBouncer before a test's PostgreSQL server, where the machine has it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unusedPort, until } from '../machine.ts'
import { answers } from './postgres.ts'

export type PgBouncer = { urlOf: (database: string) => string; stop: () => Promise<void> }

/** `test.skipIf(!hasPgBouncer())('…')` */
export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0

/**
 * Passes connections on to a PostgreSQL server on this machine, in the given mode.
 *
 * @example
 * const { urlOf, stop } = await startPgBouncer(postgres.urlOf('postgres'), 'session')
 */
export async function startPgBouncer(serverUrl: string, mode: 'session' | 'transaction'): Promise<PgBouncer> {
  const server = new URL(serverUrl)
  const port = await unusedPort()
  const folder = await mkdtemp(join(tmpdir(), 'connex-pgbouncer-'))
  await chmod(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ]
  await writeFile(settings, `${lines.join('\n')}\n`)
  const child = spawn('pgbouncer', [settings], { stdio: 'ignore' })
  const urlOf = (database: string) => `postgres://${server.username}@127.0.0.1:${port}/${database}`
  await until('PgBouncer', () => answers(urlOf(server.pathname.slice(1))))
  return {
    urlOf,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
