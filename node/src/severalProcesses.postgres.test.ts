// Several processes on one PostgreSQL: one indexes, all serve and stream; whichever dies, hangs or loses the database is made up
// for. Real processes, a real ledger, a PostgreSQL server of their own that the tests may crash.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../testkit/src/database/postgres.ts'
import { joinTenant } from '../../testkit/src/fixtures/tenants.ts'
import type { TestTenant } from '../../testkit/src/fixtures/tenants.ts'
import { startTestLedger } from '../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import { environmentOf, launchServer } from '../../testkit/src/servers/nodeProcess.ts'
import type { LaunchedServer } from '../../testkit/src/servers/nodeProcess.ts'
import { rawRequest, sendSigned } from '../../testkit/src/servers/requests.ts'
import { planTestNode } from '../../testkit/src/servers/testNode.ts'
import type { NodePlan } from '../../testkit/src/servers/testNode.ts'
import { openTestStream } from '../../testkit/src/streams/testStream.ts'

/** For another process to take over the index. */
const TAKEOVER_MS = 5_000
const NUM_PROCESSES = 3

type Process = LaunchedServer & { url: string }

let ledger: TestLedger
let place: NodePlan
let bank: TestTenant
let postgres: Postgres
let folder: string
let environment: Record<string, string>
const processes: Process[] = []

beforeAll(async () => {
  ;[ledger, postgres] = await Promise.all([startTestLedger(), startPostgres()])
  place = await planTestNode(ledger)
  bank = await joinTenant(ledger, place, { name: 'Alpenbank', user: ['registry.SHARED_POSITION_HANDLING'] })
  folder = await mkdtemp(join(tmpdir(), 'connex-several-'))
  const database = { databaseUrl: postgres.urlOf('postgres') }
  environment = await environmentOf({ ...place.config, database, hostedTenants: [bank.address] }, folder)
  // At once: one of them migrates, the others wait for it.
  await Promise.all(Array.from({ length: NUM_PROCESSES }, launch))
})

afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL')
  await Promise.all(processes.map(({ exited }) => exited))
  await postgres.remove()
  await ledger.stop()
  await place.remove()
  await rm(folder, { recursive: true, force: true })
})

async function launch(): Promise<Process> {
  const launched = launchServer({ ...environment, PORT: String(await unusedPort()) })
  const { url } = await launched.ready
  const process = { ...launched, url }
  processes.push(process)
  return process
}

const get = (url: string, target: string) => rawRequest(url, { target })

async function stateOf({ url }: Process): Promise<string> {
  const { text } = await get(url, '/health/ready')
  return (JSON.parse(text) as { indexer?: string }).indexer ?? 'not ready'
}

const alive = () => processes.filter(({ child }) => child.exitCode === null && child.signalCode === null)

/** The one that indexes, among those given. */
const indexing = (among: readonly Process[]) =>
  until('one of them to index', async () => {
    const states = await Promise.all(among.map(stateOf))
    return among.find((_, index) => states[index] === 'live')
  })

/** A new block, with something for the index in it. */
async function change(): Promise<number> {
  await ledger.rpc('anvil_mine', '0x1')
  return Number(await ledger.rpc('eth_blockNumber'))
}

const untilIndexed = (block: number, { url }: Process) =>
  until(`block ${block}`, async () => {
    const answer = await get(url, '/health/ready')
    return ((JSON.parse(answer.text) as { indexedBlock?: number }).indexedBlock ?? -1) >= block
  })

test('SRV-07 one process indexes, the others stand by, and all serve', async () => {
  const one = await indexing(processes)
  const others = processes.filter((process) => process !== one)
  await until('the others to stand by', async () =>
    (await Promise.all(others.map(stateOf))).every((state) => state === 'standby'),
  )
  const block = await change()
  await Promise.all(processes.map((process) => untilIndexed(block, process)))
  for (const { url } of processes)
    expect(await sendSigned(url, bank.admin, { target: '/api/v6/platform/me' })).toMatchObject({
      status: 200,
    })
})

test('REQ-11 a nonce that was used at one process is used at all of them', async () => {
  const [first, second] = processes as [Process, Process]
  const serverId = new URL(second.url).origin
  const nonce = '5a'.repeat(32)
  const wanted = { target: '/api/v6/platform/me', signed: { nonce } }
  expect(await sendSigned(first.url, bank.admin, wanted)).toMatchObject({ status: 200 })
  const again = { ...wanted, signed: { nonce, serverId } }
  expect(await sendSigned(second.url, bank.admin, again)).toMatchObject({
    status: 401,
    problem: { code: 'replay' },
  })
})

test('what one has indexed is on the streams of all', async () => {
  const streams = await Promise.all(processes.map(({ url }) => openTestStream(url, bank.admin)))
  const elsewhere = { ...place, url: 'http://127.0.0.1:1' }
  const { address } = await joinTenant(ledger, elsewhere, { name: 'Baltic Trust Bank', user: [] })
  const events = await Promise.all(
    streams.map((stream) => stream.find('the new tenant', ({ keys }) => keys.includes(address))),
  )
  expect(new Set(events.map(({ id }) => id)).size).toBe(1)
  for (const stream of streams) stream.close()
})

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'after a %s of the indexing process another takes over within five seconds',
  async (signal) => {
    const one = await indexing(alive())
    const others = alive().filter((process) => process !== one)
    const block = await change()
    await Promise.all(others.map((process) => untilIndexed(block, process)))
    const begin = Date.now()
    one.child.kill(signal)
    const next = await change()
    const [heir] = await Promise.all(others.map((process) => untilIndexed(next, process)))
    const took = Date.now() - begin
    expect(heir).toBe(true)
    expect(took).toBeLessThan(TAKEOVER_MS)
    if (signal === 'SIGKILL') await launch()
    else one.child.kill('SIGCONT')
    // A process that wakes up again has lost the lock and waits.
    await until('one alone to index', async () => {
      const states = (await Promise.all(alive().map(stateOf))).toSorted()
      return states.join() === 'live,standby,standby'
    })
  },
)

test('SRV-08 while PostgreSQL is unreachable it is 503 and nothing ends; then all recover without a restart', async () => {
  const running = alive()
  const streams = await Promise.all(running.map(({ url }) => openTestStream(url, bank.admin)))
  await postgres.stop('immediate')
  for (const { url } of running) {
    const unavailable = { status: 503, problem: { title: 'Service Unavailable', status: 503 } }
    expect(await sendSigned(url, bank.admin, { target: '/api/v6/platform/me' })).toMatchObject(unavailable)
    expect(await get(url, '/health')).toMatchObject({
      ...unavailable,
      problem: { detail: 'The database does not answer.' },
    })
    expect(await get(url, '/api/introspection')).toMatchObject({ status: 200 })
  }
  const block = await change()
  await postgres.start()
  await Promise.all(running.map((process) => untilIndexed(block, process)))
  for (const { url } of running)
    expect(await sendSigned(url, bank.admin, { target: '/api/v6/platform/me' })).toMatchObject({
      status: 200,
    })
  await joinTenant(ledger, { ...place, url: 'http://127.0.0.1:1' }, { name: 'Rhône Capital', user: [] })
  for (const stream of streams) {
    await stream.find(
      'what came afterwards',
      (event) => event.topic === 'platform' && (event.block ?? 0) > block,
    )
    stream.close()
  }
  expect(alive()).toHaveLength(NUM_PROCESSES)
})

test('while a newer version waits to migrate, all take no requests and say why; when it ends, all serve again', async () => {
  const running = alive()
  const streams = await Promise.all(running.map(({ url }) => openTestStream(url, bank.admin)))
  const newcomer = await holdUpgrade(postgres.urlOf('postgres'))
  const reason = 'Version 9.9.9 waits to migrate the database, or migrates it.'
  for (const { url } of running) {
    await until('it to drain', async () => (await get(url, '/health/ready')).problem.code === 'upgrading')
    for (const target of ['/health/ready', '/health/serving', '/health'])
      expect(await get(url, target)).toMatchObject({ status: 503, problem: { detail: reason } })
    expect(await get(url, '/health/live')).toMatchObject({ status: 200 })
    const answer = await sendSigned(url, bank.admin, { target: '/api/v6/platform/me' })
    expect(answer).toMatchObject({ status: 503, problem: { code: 'upgrading' } })
    expect(answer.problem.detail).toContain('nothing was changed')
    expect(answer.headers['retry-after']).toBe('2')
  }
  for (const stream of streams) {
    await until('the stream to end', async () => stream.isEnded())
    stream.close()
  }
  await until('all of them to leave', async () => (await newcomer.numOthers()) === 0)
  await newcomer.end()
  const block = await change()
  await Promise.all(running.map((process) => untilIndexed(block, process)))
  for (const { url } of running)
    expect(await sendSigned(url, bank.admin, { target: '/api/v6/platform/me' })).toMatchObject({
      status: 200,
    })
  expect(alive()).toHaveLength(NUM_PROCESSES)
})

/** A newer version that has announced itself, and goes no further. */
async function holdUpgrade(connectionString: string) {
  const client = new pg.Client({ connectionString, application_name: 'connex 9.9.9 upgrades' })
  await client.connect()
  await client.query('SELECT pg_advisory_lock(7024003)')
  const countOthers = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid IN (7024000, 7024002)`
  return {
    numOthers: async () => (await client.query<{ n: number }>(countOthers)).rows[0]?.n,
    end: () => client.end(),
  }
}

test('a process that is stopped ends its streams, finishes its requests, and releases the lock at once', async () => {
  const one = await indexing(alive())
  const others = alive().filter((process) => process !== one)
  const stream = await openTestStream(one.url, bank.admin)
  const begin = Date.now()
  one.child.kill('SIGTERM')
  expect(await one.exited).toBe(0)
  expect(Date.now() - begin).toBeLessThan(TAKEOVER_MS)
  expect(stream.isEnded()).toBe(true)
  expect(stream.comments.join()).toContain('the server stops')
  await indexing(others)
  expect(Date.now() - begin).toBeLessThan(TAKEOVER_MS)
})
