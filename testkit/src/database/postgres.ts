// A PostgreSQL server of its own, on a free port of the loopback, with its files in a temporary folder.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unusedPort } from '../machine.ts'
import { installPostgres } from './postgresPrograms.ts'

export type Postgres = {
  /** The URL of one of its databases. */
  urlOf: (database: string) => string
  start: () => Promise<void>
  /** `immediate` is a crash: the next start recovers from the log. */
  stop: (how?: 'fast' | 'immediate') => Promise<void>
  /** Stops it and removes its files. */
  remove: () => Promise<void>
}

/** What a test's data is worth: nothing after the test. A crash of the server alone loses nothing all the same. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB']
const START_TRIES = 600

/** `const { urlOf, remove } = await startPostgres('max_connections=20')` */
export const startPostgres = (...settings: string[]): Promise<Postgres> => startCluster(settings)

/** One of a major version that the tests know, or with '' of the installed one. */
export const startPostgresOf = (version: string, ...settings: string[]): Promise<Postgres> =>
  startCluster(settings, [], undefined, {}, version)

/** One that no file may grow over so many megabytes of: the nearest to a full disk that needs no disk of its own. */
export const startSmallPostgres = (megabytes: number): Promise<Postgres> =>
  startCluster([], ['--wal-segsize=1'], megabytes)

/** One that takes care that what it says it keeps is on the disk, which it reaches by this library of the C language. */
export const startCarefulPostgres = (preloaded: string): Promise<Postgres> =>
  startCluster(['fsync=on'], [], undefined, { LD_PRELOAD: preloaded })

async function startCluster(
  settings: readonly string[],
  initial: readonly string[] = [],
  megabytes?: number,
  environment: Readonly<Record<string, string>> = {},
  version = process.env['CONNEX_POSTGRES_VERSION'] ?? '',
): Promise<Postgres> {
  const bin = await installPostgres(version)
  const folder = await mkdtemp(join(tmpdir(), 'connex-cluster-'))
  const owner = ownerOfCluster()
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid)
  const options: SpawnOptions = { ...owner, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' }
  const data = join(folder, 'data')
  const locale =
    version === '16' ? ['--locale=C.UTF-8'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const wanted = [
    '-D',
    data,
    '-U',
    'connex',
    '--auth=trust',
    '--no-sync',
    '--no-instructions',
    '--encoding=UTF8',
    ...locale,
  ]
  await complete(spawn(join(bin, 'initdb'), [...wanted, ...initial], options))

  const port = await unusedPort()
  const urlOf = (database: string) => `postgres://connex@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined
  const killWithParent = () => server?.kill('SIGQUIT')
  process.on('exit', killWithParent)

  async function start(): Promise<void> {
    const given = [...SETTINGS, ...settings, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const flags = given.flatMap((setting) => ['-c', setting])
    const command = [join(bin, 'postgres'), '-D', data, '-p', String(port), ...flags]
    const limit = megabytes === undefined ? 'unlimited' : String(megabytes * 1024)
    const child = spawn('bash', ['-c', 'ulimit -f "$1"; shift; exec "$@"', 'bash', limit, ...command], {
      ...options,
      env: { ...options.env, ...environment },
    })
    server = child
    await untilAnswered(child, urlOf('postgres'))
  }

  async function stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await once(server, 'exit')
  }

  await start()
  return {
    urlOf,
    start,
    stop,
    async remove() {
      await stop('immediate')
      process.off('exit', killWithParent)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  let errorText = ''
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (errorText = (errorText + text).slice(-4_000)))
  for (let attempt = 0; attempt < START_TRIES; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${errorText}`)
    if (await answers(url)) return
    await sleep(50)
  }
  throw new Error(`PostgreSQL does not answer: ${errorText}`)
}

/** PostgreSQL refuses to run as root: there it runs as nobody, who is known everywhere. */
function ownerOfCluster(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim()),
  )
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and there is no user nobody to run it as.')
  return { uid, gid }
}

async function complete(child: ChildProcess): Promise<void> {
  let errorText = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errorText += text))
  child.stdout?.resume()
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The PostgreSQL cluster could not be made: ${errorText}`)
}

/** `await answers('postgres://connex@127.0.0.1:5432/connex')` → true */
export async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
