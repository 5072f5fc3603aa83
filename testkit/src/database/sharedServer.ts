// What the fixtures of a run share: one PostgreSQL server, and a folder for the empty PGlite and the deployed ledger that
// they copy. Vitest calls this before the first file; the server starts when the first test requests it, so that a run
// without one does not wait.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import type { Postgres } from './postgres.ts'

let started: Promise<Postgres> | undefined
let folder: string | undefined
const offer = createServer((_request, response) => {
  started ??= startPostgres('max_connections=400')
  started.then(
    ({ urlOf }) => response.end(urlOf('postgres')),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})

/** Each of vitest's projects sets up; the first one's offer is for all. */
export async function setup(project: TestProject): Promise<void> {
  if (!offer.listening) await once(offer.listen(0, '127.0.0.1'), 'listening')
  folder ??= await mkdtemp(join(tmpdir(), 'connex-run-'))
  process.env['CONNEX_SHARED_FOLDER'] = folder
  project.provide('sharedFolder', folder)
  project.provide('postgresOffer', `http://127.0.0.1:${(offer.address() as AddressInfo).port}`)
}

export async function teardown(): Promise<void> {
  const running = started
  started = undefined
  offer.close()
  await running?.then(({ remove }) => remove())
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}
