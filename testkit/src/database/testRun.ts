// What the tests of one run share: a PostgreSQL server, and a folder for all temporary files, with the empty PGlite and the
// deployed ledger that fixtures copy. Vitest calls this before the first file. The server starts when the first test
// requests it, so that a run without such a test does not wait.
import { once } from 'node:events'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresOf } from './postgres.ts'
import type { Postgres } from './postgres.ts'

/** By major version; '' is the installed one. */
const started = new Map<string, Promise<Postgres>>()
let folder: string | undefined
const offer = createServer((request, response) => {
  const version = request.url?.slice(1) ?? ''
  const server = started.get(version) ?? startPostgresOf(version, 'max_connections=400')
  started.set(version, server)
  server.then(
    ({ urlOf }) => response.end(urlOf('postgres')),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})

/** Each of vitest's projects sets up; the first one's offer is for all. */
export async function setup(): Promise<void> {
  if (!offer.listening) await once(offer.listen(0, '127.0.0.1'), 'listening')
  folder ??= await createFolder()
  process.env['CONNEX_SHARED_FOLDER'] = folder
  process.env['CONNEX_POSTGRES_OFFER'] = `http://127.0.0.1:${(offer.address() as AddressInfo).port}`
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/**
 * The run's temporary folder, in memory if the system has room: a PGlite is a thousand files, and tests create hundreds of
 * them. All processes of the run inherit it, and teardown removes it with whatever they left.
 */
async function createFolder(): Promise<string> {
  const room = await statfs(MEMORY).catch(() => undefined)
  const hasRoom = room !== undefined && room.bavail * room.bsize > ROOM_BYTES
  const created = await mkdtemp(join(hasRoom ? MEMORY : tmpdir(), 'connex-run-'))
  // PostgreSQL runs as another user where root starts it.
  await chmod(created, 0o755)
  process.env['CONNEX_PROGRAMS_FOLDER'] = tmpdir()
  process.env['TMPDIR'] = created
  return created
}

export async function teardown(): Promise<void> {
  const running = [...started.values()]
  started.clear()
  offer.close()
  await Promise.all(running.map(async (server) => (await server).remove()))
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}
