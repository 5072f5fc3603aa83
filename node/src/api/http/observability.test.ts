// What an operator relies on: metrics for whom they are meant, readiness, limits by source.
import { setTimeout as sleep } from 'node:timers/promises'
import { grantUserPrivileges } from '@connex/contracts/deploy'
import { Quantity } from '@connex/protocol'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { startLedgerProxy } from '../../../../testkit/src/ledger/ledgerProxy.ts'
import { until, unusedPort } from '../../../../testkit/src/machine.ts'
import { rawRequest, sendSigned } from '../../../../testkit/src/servers/requests.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import { newUser } from '../../../../testkit/src/servers/users.ts'
import { openTestStream } from '../../../../testkit/src/streams/testStream.ts'
import type { Config } from '../../common/config.ts'
import { openEndpoints } from '../../ledger/endpoints.ts'
import { createProbe } from './probe.ts'

const TOKEN = 'a-token-for-prometheus'
let world: BankFixture
beforeAll(async () => {
  world = await startBankFixture({ metricsToken: TOKEN })
})
afterAll(() => world.stop())

const get = (target: string, headers: Record<string, string> = {}) =>
  rawRequest(world.node.url, { target, headers })
const readMetrics = async () => (await get('/metrics', { authorization: `Bearer ${TOKEN}` })).text

test.each([{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }, { authorization: 'Bearer ' }])(
  'metrics are refused to %j',
  async (headers) => {
    expect(await get('/metrics', headers)).toMatchObject({
      status: 401,
      problem: { code: 'unauthenticated' },
    })
  },
)

test('L6: metrics are answered to their token, whatever the case of its scheme', async () => {
  expect(await get('/metrics', { authorization: `bearer ${TOKEN}` })).toMatchObject({ status: 200 })
})

test('metrics show how the server does', async () => {
  const { user } = world.bank
  const stream = await openTestStream(world.node.url, user)
  expect(await sendSigned(world.node.url, user, { target: '/api/v6/platform/me' })).toMatchObject({
    status: 200,
  })
  await get('/api/v6/platform/me')
  await until('a live index', async () => /^connex_index_state{state="live"} 1$/m.test(await readMetrics()))
  const text = await readMetrics()
  expect(text).toMatch(/^connex_answer_seconds_count{call="me",status="200"} 1$/m)
  expect(text).toMatch(/^connex_answer_seconds_count{call="me",status="401"} 1$/m)
  expect(text).toMatch(/^connex_streams 1$/m)
  expect(text).toMatch(/^connex_index_block [1-9][0-9]*$/m)
  expect(text).toMatch(/^connex_authentication_failures_total [1-9]/m)
  expect(text).toMatch(/^connex_database_connections{use="open"} [1-9]/m)
  expect(text).toMatch(/^connex_pushes_waiting 0$/m)
  expect(text).toMatch(/^connex_build_info{version="\d+\.\d+\.\d+"} 1$/m)
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
  expect(text).not.toContain(user.address)
  stream.close()
})

test('on an address of their own the metrics need no token, and the public port has none', async () => {
  const metricsAddress = { host: '127.0.0.1', port: await unusedPort() }
  const own = `http://127.0.0.1:${metricsAddress.port}`
  try {
    await world.restart({ metricsAddress, metricsToken: undefined })
    expect(await rawRequest(own, { target: '/metrics' })).toMatchObject({
      status: 200,
      text: expect.stringContaining('connex_index_state') as string,
    })
    expect(await rawRequest(own, { target: '/api/v6/platform/me' })).toMatchObject({ status: 404 })
    expect(await get('/metrics')).toMatchObject({ status: 404 })
    await world.restart({ metricsAddress })
    expect(await rawRequest(own, { target: '/metrics' })).toMatchObject({ status: 401 })
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect(await rawRequest(own, { target: '/metrics', headers })).toMatchObject({ status: 200 })
  } finally {
    await world.restart()
  }
})

test('every answer names its request, and a problem document names it too', async () => {
  const answers = [await get('/health'), await get('/api/v6/platform/me'), await get('/api/v6/nowhere')]
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(answers[1]).toMatchObject({ status: 401, problem: { requestId: ids[1] } })
  expect(answers[2]).toMatchObject({ status: 404, problem: { requestId: ids[2] } })
})

test('a server is ready once its index keeps up with the ledger', async () => {
  for (const target of ['/health/ready', '/api/v6/health/ready', '/api/v5/health/ready'])
    expect(await get(target)).toMatchObject({ status: 200 })
  expect(JSON.parse((await get('/health/ready')).text)).toMatchObject({ status: 'ok', indexer: 'live' })
  expect(JSON.parse((await get('/health')).text)).toMatchObject({
    status: 'ok',
    detail: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
  })
})

test('M4: a server whose database cannot write is not ready until it can, and says so', async () => {
  const db = world.node.database.kysely
  await sql`ALTER TABLE nonces ADD CONSTRAINT closed CHECK (expires_at < 0) NOT VALID`.execute(db)
  const detail = 'The database cannot write. See the server’s log.'
  try {
    await until('readiness to end', async () => (await get('/health/ready')).status === 503)
    expect(await get('/health/ready')).toMatchObject({ problem: { title: 'Service Unavailable', detail } })
    const health = await get('/health')
    expect(health.status).toBe(200)
    expect(JSON.parse(health.text)).toMatchObject({
      status: 'degraded',
      detail,
      database: true,
      ledger: true,
    })
  } finally {
    await sql`ALTER TABLE nonces DROP CONSTRAINT closed`.execute(db)
  }
  await until('readiness', async () => (await get('/health/ready')).status === 200)
})

test('M4: a ledger that knows its last block and computes nothing does not answer, and costs one call at a time', async () => {
  const proxy = await startLedgerProxy(world.ledger.rpcUrl)
  const { database } = world.node
  const log = pino({ level: 'silent' })
  const probe = createProbe({
    database,
    endpoints: openEndpoints({ urls: [proxy.url] }),
    log,
    patienceMs: 400,
  })
  const answers = () => probe().catch(() => undefined)
  const unreachable = { code: 'unavailable', extra: { detail: 'The ledger does not answer.' } }
  try {
    expect(await until('the ledger', answers)).toMatchObject({ canWrite: true })
    proxy.intercept = ({ method }, forward) => (method === 'eth_call' ? 'silent' : forward())
    const before = proxy.numCalls.get('eth_call') ?? 0
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => probe()))
    for (const one of results) expect(one).toMatchObject({ status: 'rejected', reason: unreachable })
    expect(proxy.numCalls.get('eth_call')).toBe(before + 1)
    proxy.intercept = () => 'silent'
    await expect(probe()).rejects.toMatchObject(unreachable)
    proxy.intercept = undefined
    expect(await until('the ledger', answers)).toMatchObject({ canWrite: true })
  } finally {
    await proxy.close()
  }
})

test('health warns where the nodes suggest a tip and users give none', async () => {
  const proxy = await startLedgerProxy(world.ledger.rpcUrl)
  let suggested = '0xf4240'
  proxy.intercept = ({ method }, forward) =>
    method === 'eth_maxPriorityFeePerGas' ? { result: suggested } : forward()
  const fees = (tip: string): Partial<Config> => ({
    ledgerRpcUrls: [proxy.url],
    fees: {
      type: 'eip1559',
      maxFeePerGas: Quantity.parse('2000000000'),
      maxPriorityFeePerGas: Quantity.parse(tip),
    },
  })
  const health = async () =>
    JSON.parse((await get('/health')).text) as { status: string; detail: string | null }
  try {
    await world.restart(fees('0'))
    const detail = `The ledger's nodes suggest a tip of 1000000 wei, and GAS_TIP is 0: many nodes take no transaction without one. Set GAS_TIP.`
    await until('the warning', async () => (await health()).detail === detail)
    expect(await health()).toMatchObject({ status: 'degraded' })
    suggested = '0x0'
    await until('its end', async () => (await health()).status === 'ok')
    suggested = '0xf4240'
    await world.restart(fees('1'))
    await until('health', async () => (await health()).status === 'ok')
  } finally {
    await proxy.close()
    await world.restart()
  }
})

test('without a token there are no metrics; a source over its limit learns how long to wait', async () => {
  await world.restart({ metricsToken: undefined, requestLimit: 20 })
  expect(await get('/metrics', { authorization: 'Bearer undefined' })).toMatchObject({ status: 404 })
  const answers = await Promise.all(Array.from({ length: 30 }, () => get('/api/introspection')))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(refused[0]).toMatchObject({ problem: { code: 'tooManyRequests', status: 429 } })
  const seconds = Number(refused[0]?.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
})

test('REQ-33 forwarded addresses are believed from our proxies only', async () => {
  const spoofed = (index: number) => get('/api/introspection', { 'x-forwarded-for': `203.0.113.${index}` })
  const statuses = async () =>
    new Set(
      (await Promise.all(Array.from({ length: 30 }, (_, index) => spoofed(index)))).map(
        ({ status }) => status,
      ),
    )
  await world.restart({ requestLimit: 20 })
  expect(await statuses()).toContain(429)
  await world.restart({ requestLimit: 20, trustedProxies: ['127.0.0.1'] })
  expect(await statuses()).toEqual(new Set([200]))
})

test('SRV-03 a server whose ledger takes back what was final halts its index, and says why', async () => {
  const { ledger, bank } = world
  await world.restart()
  const before = await ledger.rpc('evm_snapshot')
  const { PlatformManager } = ledger.deployment.contracts
  await grantUserPrivileges(ledger.ledger, bank.admin.account, bank.access, PlatformManager, [
    { user: newUser().account.address, privileges: ['delivery.BACKOFFICE'] },
  ])
  await untilIndexed(ledger, world.node)
  // As if ten thousand blocks had followed.
  await world.node.database.kysely
    .updateTable('cursor')
    .set(({ ref }) => ({ finalized_block: ref('block_number') }))
    .execute()
  await world.restart()
  await ledger.rpc('evm_revert', before)
  const why = /^The index has halted\. The ledger took back block \d+, but was final up to \d+\.$/
  // While anvil reverts, a server that has just started may find no contract there.
  const degraded = await until('the halt', async () => {
    const health = JSON.parse((await get('/health')).text) as { status: string; detail: string | null }
    return health.status === 'degraded' && why.test(health.detail ?? '') && health
  })
  expect(degraded).toMatchObject({ database: true, ledger: true })
  // It stays so, however often the indexer looks again.
  await sleep(1_000)
  expect(await get('/health/ready')).toMatchObject({ status: 503, problem: { detail: degraded.detail } })
})

test('a server whose ledger is unreachable is neither healthy nor ready, and gives the reason', async () => {
  await world.restart()
  await world.ledger.stop()
  // A check that began before the ledger stopped may still answer.
  await until('the check to fail', async () => (await get('/health')).status === 503)
  for (const target of ['/health', '/health/ready'])
    expect(await get(target)).toMatchObject({
      status: 503,
      problem: { title: 'Service Unavailable', detail: 'The ledger does not answer.' },
    })
})

test.each(['live', 'serving'])(
  'a process is %s without its ledger, in version 5 alone, and above the limit of requests',
  async (path) => {
    await world.restart({ apiVersions: [5], requestLimit: 5 })
    for (let request = 0; request < 10; request += 1)
      expect(await get(`/health/${path}`)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  },
)
