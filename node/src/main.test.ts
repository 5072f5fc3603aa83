// The server as its own process: how it starts, how it fails to, how it stops, and what a kill leaves behind.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_ERRORS, HEADERS } from '@connex/protocol'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { joinTenant } from '../../testkit/src/fixtures/tenants.ts'
import type { TestTenant } from '../../testkit/src/fixtures/tenants.ts'
import { startTestLedger } from '../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import { environmentOf, launchServer } from '../../testkit/src/servers/nodeProcess.ts'
import { rawRequest, signRequest } from '../../testkit/src/servers/requests.ts'
import { startWeb3Signer } from '../../testkit/src/servers/web3Signer.ts'
import { planTestNode } from '../../testkit/src/servers/testNode.ts'
import type { NodePlan } from '../../testkit/src/servers/testNode.ts'

let ledger: TestLedger
let place: NodePlan
let bank: TestTenant
let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  ledger = await startTestLedger()
  place = await planTestNode(ledger)
  bank = await joinTenant(ledger, place, { name: 'Alpenbank', user: [], registry: ['registry.INVESTOR'] })
  folder = await mkdtemp(join(tmpdir(), 'connex-main-'))
  environment = await environmentOf({ ...place.config, hostedTenants: [bank.address] }, folder)
})
afterAll(async () => {
  await ledger.stop()
  await place.remove()
  await rm(folder, { recursive: true, force: true })
})

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function launch(change: Record<string, string> = {}, log?: number) {
  const launched = launchServer({ ...environment, ...change }, log)
  children.push(launched.child)
  return launched
}

const ME = '/api/v6/platform/me'
const me = () => signRequest(place.url, bank.admin, { target: ME })
const untilKnown = () =>
  until('the admin to be known', async () => (await rawRequest(place.url, await me())).status === 200)

test('problems of the environment are printed in plain sentences', async () => {
  const { exited, output, ready } = launch({ PORT: 'x', PLATFORM_MANAGER: '' })
  ready.catch(() => undefined)
  expect(await exited).toBe(1)
  expect(output.stderr.trim().split('\n')).toEqual([
    'PORT is not valid: a port from 0 to 65535 (not a whole number in range), like PORT=4000',
    'PLATFORM_MANAGER is missing: the platform manager’s address, like PLATFORM_MANAGER=0x5fbdb2315678afecb367f032d93f642f64180aa3',
  ])
})

test('a database that does not answer is reported in one sentence, without its password', async () => {
  const databaseUrl = 'postgres://connex:canary@127.0.0.1:1/connex'
  const { exited, output, ready } = launch({ DATA_DIR: '', DATABASE_URL: databaseUrl })
  ready.catch(() => undefined)
  expect(await exited).toBe(1)
  expect(output.stderr.trim()).toMatch(/^The database does not answer\. \(.*ECONNREFUSED.*\)$/)
  expect(output.stderr + output.stdout).not.toContain('canary')
})

test('a remote signer that does not answer is reported in one sentence, without its password', async () => {
  const url = `http://bank:canary@127.0.0.1:${await unusedPort()}`
  const { exited, output, ready } = launch({ NODE_KEY_FILE: '', NODE_SIGNER_URL: url })
  ready.catch(() => undefined)
  expect(await exited).toBe(1)
  expect(output.stderr.trim()).toMatch(
    /^NODE_SIGNER_URL is not usable: The remote signer cannot be reached: .* \(.*ECONNREFUSED.*\)$/,
  )
  expect(output.stderr + output.stdout).not.toContain('canary')
})

test('a server whose key lies in a remote signer starts, and logs its account', async () => {
  const signer = await startWeb3Signer({ keys: [place.config.nodeKey] })
  const { child, output, ready, exited } = launch({ NODE_KEY_FILE: '', NODE_SIGNER_URL: signer.url })
  await ready
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(output.stdout).toContain(`"nodeAccount":"${place.nodeAccount}"`)
  await signer.stop()
})

test('a port in use is reported in one sentence', async () => {
  const other = createServer().listen(place.config.port, '127.0.0.1')
  await once(other, 'listening')
  const { exited, output, ready } = launch()
  ready.catch(() => undefined)
  expect(await exited).toBe(1)
  expect(output.stderr.trim()).toMatch(/^The port is already in use\. .*$/)
  other.close()
  await once(other, 'close')
})

test.skipIf(process.platform === 'win32')(
  'M2: the folders of the database and of the documents are the server’s alone, also where they were wider',
  async () => {
    const { database, documentsDir } = place.config
    const folders = ['dataDir' in database ? database.dataDir : [], documentsDir].flat()
    for (const path of folders) await mkdir(path, { recursive: true }).then(() => chmod(path, 0o777))
    const { child, ready, exited } = launch()
    await ready
    for (const path of folders) expect((await stat(path)).mode & 0o777).toBe(0o700)
    if (process.platform === 'linux')
      expect(await readFile(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Umask:\s0077$/m)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  },
)

test('REQ-11 a nonce that was used before a kill is used after it', async () => {
  const first = launch()
  expect(await first.ready).toMatchObject({ ready: true, url: place.url })
  await untilKnown()
  const request = await me()
  expect(await rawRequest(place.url, request)).toMatchObject({ status: 200 })
  first.child.kill('SIGKILL')
  expect(await first.exited).toBe('SIGKILL')
  const second = launch()
  await second.ready
  expect(await rawRequest(place.url, request)).toMatchObject({ status: 401, problem: { code: 'replay' } })
  expect(await rawRequest(place.url, await me())).toMatchObject({ status: 200 })
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})

test('the log is one JSON object a line, without signatures, keys, queries', async () => {
  const { child, output, ready, exited } = launch({ LOG_LEVEL: 'debug' })
  await ready
  await untilKnown()
  const target = '/api/v6/instrument-manager/instruments?filter=confidential'
  const request = await signRequest(place.url, bank.admin, { target })
  expect(await rawRequest(place.url, request)).toMatchObject({ status: 200 })
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  const lines = output.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'answered',
      method: 'GET',
      path: '/api/v6/instrument-manager/instruments',
      status: 200,
    }),
  )
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'listening',
      hostedTenants: [bank.address],
      nodeAccount: place.nodeAccount,
      chainId: place.config.chainId,
    }),
  )
  for (const secret of [
    'confidential',
    place.config.nodeKey.slice(2),
    ...Object.values(request.headers!).slice(2),
  ])
    expect(output.stdout).not.toContain(secret)
  expect(output.stderr).toBe('')
})

test('no secret and nothing private is in the log, whatever is sent and however it is answered', async () => {
  const canary = (name: string) => `canary-${name}-${'7e57'.repeat(4)}`
  const metricsToken = canary('metrics')
  const { child, output, ready, exited } = launch({ LOG_LEVEL: 'trace', METRICS_TOKEN: metricsToken })
  await ready
  await untilKnown()
  const login = await signRequest(place.url, bank.admin, { target: '/api/v6/platform/login' })
  const { token } = JSON.parse((await rawRequest(place.url, login)).text) as { token: string }
  const ask = (target: string, bearer: string) =>
    rawRequest(place.url, { target, headers: { authorization: `Bearer ${bearer}` } })
  expect(await ask(ME, token)).toMatchObject({ status: 200 })
  expect(await ask('/metrics', metricsToken)).toMatchObject({ status: 200 })
  expect(await ask(ME, canary('token'))).toMatchObject({ status: 401 })
  const comment = await signRequest(place.url, bank.admin, {
    method: 'PUT',
    target: `/api/v6/comments/private?filter=${canary('query')}`,
    body: { comment: canary('comment'), password: canary('password') },
  })
  expect((await rawRequest(place.url, comment)).status).toBeGreaterThanOrEqual(400)
  await rawRequest(place.url, { method: 'POST', target: '/api/v6/dlt/eth/rpc', body: canary('body') })
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(output.stdout).toContain('/api/v6/comments/private')
  const signatures = [login, comment].map(({ headers }) => String(headers?.[HEADERS.signature]))
  for (const secret of ['canary', token, ...signatures, place.config.nodeKey.slice(2)])
    expect(output.stdout + output.stderr).not.toContain(secret)
})

test('on a signal, requests in progress are answered and new ones are not taken', async () => {
  const { child, exited, ready } = launch()
  await ready
  await untilKnown()
  const target = '/api/v6/dlt/eth/rpc'
  const wanted = { method: 'POST', target, body: { method: 'eth_chainId', params: [] } }
  const { headers = {}, body = '' } = await signRequest(place.url, bank.admin, wanted)
  const bytes = Buffer.from(body)
  const lines = Object.entries({ ...headers, 'content-length': bytes.length })
  const head = lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('')
  const socket = connect(place.config.port, '127.0.0.1').setEncoding('utf8')
  socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\n${head}\r\n`)
  const introspect = () => rawRequest(place.url, { target: '/api/introspection' })
  await until('a request after it', async () => (await introspect()).status === 200)
  child.kill('SIGTERM')
  await until('new ones to be refused', () =>
    introspect().then(
      ({ status }) => status === 503,
      () => true,
    ),
  )
  socket.write(bytes)
  let answer = ''
  for await (const chunk of socket) answer += chunk as string
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(await exited).toBe(0)
})

test('a server that is stopping refuses what still reaches it, with a code and a sentence', async () => {
  const { child, exited, ready } = launch()
  await ready
  const socket = connect(place.config.port, '127.0.0.1').setEncoding('utf8')
  socket.write(`GET ${ME} HTTP/1.1\r\nHost: x\r\n`)
  const introspect = () => rawRequest(place.url, { target: '/api/introspection' })
  await until('a request after it', async () => (await introspect()).status === 200)
  child.kill('SIGTERM')
  const isRefused = () =>
    introspect().then(
      () => false,
      () => true,
    )
  await until('connections to be refused', isRefused)
  socket.write('\r\n')
  let answer = ''
  for await (const chunk of socket) answer += chunk as string
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nconnection: close\r\n/is)
  expect(answer).toContain('"code":"upgrading"')
  expect(answer).toContain(API_ERRORS.upgrading.detail)
  expect(await exited).toBe(0)
})

test('SRV-09 with a full disk behind its log it still serves, and stops on a signal', async () => {
  const full = await open('/dev/full', 'w')
  const { child, exited, ready } = launch({ LOG_LEVEL: 'debug' }, full.fd)
  await ready
  await untilKnown()
  for (let request = 0; request < 20; request += 1)
    expect(await rawRequest(place.url, await me())).toMatchObject({ status: 200 })
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  await full.close()
}, 240_000)

test('it stops when its parent ends', async () => {
  const { child, exited, ready } = launch({ EXIT_WITH_PARENT: 'true' })
  await ready
  child.disconnect()
  expect(await exited).toBe(0)
})
