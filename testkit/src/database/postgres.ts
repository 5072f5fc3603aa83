// A PostgreSQL server of its own, on a free port of the loopback, with its files in a temporary folder.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  /** `immediate` is a crash: the next start recovers from the log. `kill` is kill -9. */
  stop: (how?: 'fast' | 'immediate' | 'kill') => Promise<void>
  /** Stops it and removes its files. */
  remove: () => Promise<void>
  /** Another server that follows this one; it takes writes after `SELECT pg_promote()`. Where `cp` is, so not on Windows. */
  startStandby: () => Promise<Postgres>
}

/** What a test's data is worth: nothing after the test. A crash of the server alone loses nothing all the same. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB']
const START_TRIES = 600

/** `const { urlOf, remove } = await startPostgres('max_connections=20')` */
export const startPostgres = (...settings: string[]): Promise<Postgres> => startCluster({ settings })

/** One of a major version that the tests know, or with '' of the installed one. */
export const startPostgresOf = (version: string, ...settings: string[]): Promise<Postgres> =>
  startCluster({ settings, version })

/** One that no file may grow over so many megabytes of: the nearest to a full disk that needs no disk of its own. */
export const startSmallPostgres = (megabytes: number): Promise<Postgres> =>
  startCluster({ initial: ['--wal-segsize=1'], megabytes })

/** One that takes care that what it says it keeps is on the disk, which it reaches by this library of the C language. */
export const startCarefulPostgres = (preloaded: string): Promise<Postgres> =>
  startCluster({ settings: ['fsync=on'], environment: { LD_PRELOAD: preloaded } })

type Wanted = {
  settings?: readonly string[]
  /** For initdb. */
  initial?: readonly string[]
  megabytes?: number
  environment?: Readonly<Record<string, string>>
  version?: string
}

/** Where a server's programs and files are, and as whom it runs. */
type Place = { bin: string; folder: string; data: string; options: SpawnOptions }

async function startCluster(wanted: Wanted): Promise<Postgres> {
  const { version = process.env['CONNEX_POSTGRES_VERSION'] ?? '', initial = [] } = wanted
  const place = await makePlace(version)
  const locale =
    version === '16' ? ['--locale=C.UTF-8'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const fixed = ['-U', 'connex', '--auth=trust', '--no-sync', '--no-instructions', '--encoding=UTF8']
  const flags = ['-D', place.data, ...fixed, ...locale, ...initial]
  await complete(spawn(join(place.bin, 'initdb'), flags, place.options))
  return serve(place, wanted)
}

async function makePlace(version: string): Promise<Place> {
  const bin = await installPostgres(version)
  const folder = await mkdtemp(join(tmpdir(), 'connex-cluster-'))
  const owner = ownerOfCluster()
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid)
  const options: SpawnOptions = { ...owner, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' }
  return { bin, folder, data: join(folder, 'data'), options }
}

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

async function serve(place: Place, wanted: Wanted): Promise<Postgres> {
  const { bin, folder, data, options } = place
  const { settings = [], megabytes, environment = {} } = wanted
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

  async function stop(how: keyof typeof SIGNALS = 'fast'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill(SIGNALS[how])
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
    startStandby: () => startStandby(place, wanted, port, urlOf('postgres')),
  }
}

/** By a copy of the files: the package has no pg_basebackup. */
async function startStandby(
  primary: Place,
  wanted: Wanted,
  port: number,
  connectionString: string,
): Promise<Postgres> {
  const place = await makePlace(wanted.version ?? process.env['CONNEX_POSTGRES_VERSION'] ?? '')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('standby', true)")
    // Files may vanish while they are copied; the log has what they had.
    await once(spawn('cp', ['-a', primary.data, place.data], { stdio: 'ignore' }), 'exit')
    await rm(join(place.data, 'postmaster.pid'), { force: true })
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    await writeFile(join(place.data, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(place.data, 'standby.signal'), '')
  } finally {
    await client.end()
  }
  const { uid, gid } = place.options
  if (uid !== undefined && gid !== undefined)
    for (const name of ['backup_label', 'standby.signal']) await chown(join(place.data, name), uid, gid)
  const from = `primary_conninfo=host=127.0.0.1 port=${port} user=connex application_name=standby`
  return serve(place, { ...wanted, settings: [...(wanted.settings ?? []), from] })
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
