// A server whose ledger has several nodes, or a guarded one: it fails over and returns, and never mixes or trusts what it
// should not.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { grantUserPrivileges } from '@connex/contracts/deploy'
import { pino } from 'pino'
import { keccak256 } from 'viem'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../node/src/common/config.ts'
import { startNode } from '../../node/src/startNode.ts'
import type { RunningNode } from '../../node/src/startNode.ts'
import { readCursor } from '../../node/src/storage/projections/cursor.ts'
import { startBankFixture } from '../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../testkit/src/fixtures/bank.ts'
import { startAnvil } from '../../testkit/src/ledger/anvil.ts'
import type { Anvil } from '../../testkit/src/ledger/anvil.ts'
import { startLedgerProxy } from '../../testkit/src/ledger/ledgerProxy.ts'
import type { LedgerProxy } from '../../testkit/src/ledger/ledgerProxy.ts'
import { until } from '../../testkit/src/machine.ts'
import { rawRequest, sendSigned } from '../../testkit/src/servers/requests.ts'
import { untilIndexed } from '../../testkit/src/servers/testNode.ts'
import { newUser } from '../../testkit/src/servers/users.ts'
import { hangingAfter, lagging, limited } from '../shims/nodes.ts'

/** In every credential of these tests. */
const SECRET = /canary|secret/i

let world: BankFixture
let first: LedgerProxy
let second: LedgerProxy
let node: RunningNode
let log: string[]
const folder = mkdtempSync(join(tmpdir(), 'connex-endpoints-'))

beforeAll(async () => {
  world = await startBankFixture()
  await world.node.close()
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  first = await startLedgerProxy(world.ledger.rpcUrl)
  second = await startLedgerProxy(world.ledger.rpcUrl)
  log = []
})
afterEach(async () => {
  await node.close()
  await first.close()
  await second.close()
})

async function start(given: Partial<Config> = {}): Promise<void> {
  const stream = { write: (line: string) => void log.push(line) }
  const config = { ledgerRpcUrls: [first.url, second.url], ledgerWsUrls: [], ...given }
  node = await startNode(
    { ...world.plan.config, hostedTenants: [world.bank.address], ...config },
    { log: pino({ level: 'trace' }, stream), checkResponses: true },
  )
}

const ask = async (target: string, body?: unknown) => {
  const method = body === undefined ? 'GET' : 'POST'
  const request = { method, target: `/api/v6${target}`, ...(body === undefined ? {} : { body }) }
  const { status, text } = await sendSigned(node.url, world.bank.user, request)
  return { status, answer: JSON.parse(text) as Record<string, unknown> }
}

const health = async () => {
  const { status, text } = await rawRequest(node.url, { target: '/health' })
  expect(text).not.toMatch(SECRET)
  expect(text).not.toContain('127.0.0.1')
  const { detail } = JSON.parse(text) as { detail: string | null }
  return { status, detail }
}
const untilHealth = (wanted: Awaited<ReturnType<typeof health>>) =>
  expect.poll(health, { timeout: 30_000, interval: 100 }).toEqual(wanted)
const HEALTHY = { status: 200, detail: null }

/** Something happens on the ledger, in a block of its own. */
async function somethingHappens(): Promise<void> {
  const { ledger, deployment } = world.ledger
  const { admin, access } = world.bank
  await grantUserPrivileges(ledger, admin.account, access, deployment.contracts.PlatformManager, [
    { user: newUser().account.address, privileges: ['delivery.BACKOFFICE'] },
  ])
}

const cursor = async () => (await readCursor(node.database.kysely))!
const headNumber = async () => Number(await world.ledger.rpc('eth_blockNumber'))

async function sign(): Promise<Hex> {
  const { account } = world.bank.user
  const nonce = Number(await world.ledger.rpc('eth_getTransactionCount', account.address, 'latest'))
  const { PlatformManager: to } = world.ledger.deployment.contracts
  return account.signTransaction({
    type: 'legacy',
    chainId: 31337,
    nonce,
    gas: 100_000n,
    gasPrice: 0n,
    to,
    data: '0x06fdde03',
  })
}

const publish = async (raw: Hex) => {
  expect(await ask('/dlt/eth/publish-raw-tx', { rawTransaction: raw })).toEqual({
    status: 200,
    answer: { transactionHash: keccak256(raw) },
  })
  await until(
    'the block',
    async () => (await world.ledger.rpc('eth_getTransactionReceipt', keccak256(raw))) ?? undefined,
  )
}

test('index, reads and publishing continue at the second node while the first is away, and return to it', async () => {
  await start()
  await untilIndexed(world.ledger, node)
  await untilHealth(HEALTHY)
  first.intercept = () => 'cut'
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  expect(await ask('/dlt/eth/account')).toMatchObject({ status: 200 })
  await publish(await sign())
  await untilIndexed(world.ledger, node)
  await untilHealth({ status: 200, detail: 'LEDGER_RPC_URL 1 of 2 does not answer.' })
  first.intercept = undefined
  await untilHealth(HEALTHY)
  second.intercept = () => 'cut'
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  expect(log.join('')).not.toContain('chain reorg')
})

test('a transaction whose node hangs after it took it is published at the next one, and is on the ledger once', async () => {
  await start()
  await untilIndexed(world.ledger, node)
  first.intercept = hangingAfter('eth_sendRawTransaction')
  const before = await headNumber()
  await publish(await sign())
  expect([first, second].map(({ numCalls }) => numCalls.get('eth_sendRawTransaction'))).toEqual([1, 1])
  expect(await headNumber()).toBe(before + 1)
})

test('what a node takes reaches the other one, and what it refuses does not', async () => {
  await start()
  await untilIndexed(world.ledger, node)
  const raw = await sign()
  const numSent = () => second.numCalls.get('eth_sendRawTransaction')
  await publish(raw)
  await expect.poll(numSent).toBe(1)
  first.intercept = ({ method }, forward) =>
    method === 'eth_sendRawTransaction' ? { error: { code: -32000, message: 'nonce too low' } } : forward()
  const { status } = await ask('/dlt/eth/publish-raw-tx', { rawTransaction: await sign() })
  expect(status).toBe(409)
  expect(numSent()).toBe(1)
  await untilHealth(HEALTHY)
})

test('a second node that lags looks like no chain reorg, however long it lags', async () => {
  await start()
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  const { block_number: indexed } = await cursor()
  second.intercept = lagging(world.ledger.rpc, indexed - 4)
  first.intercept = () => 'cut'
  // Longer than a lag counts as one where the only node is behind: 5 s.
  for (const end = Date.now() + 8_000; Date.now() < end; await sleep(50))
    expect((await cursor()).block_number).toBe(indexed)
  expect(log.join('')).toContain('The ledger nodes that answer are behind the index.')
  second.intercept = undefined
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  expect(log.join('')).not.toContain('chain reorg')
})

test('a first node that comes back without the newest blocks is used once it has them', async () => {
  first.intercept = () => 'cut'
  await start()
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  first.intercept = lagging(world.ledger.rpc, (await headNumber()) - 4)
  await untilHealth({ status: 200, detail: 'LEDGER_RPC_URL 1 of 2 lacks blocks that another one has.' })
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  first.intercept = undefined
  await untilHealth(HEALTHY)
  expect(log.join('')).not.toContain('chain reorg')
})

test('where all nodes answer and all are behind, the ledger was restored: the index follows it', async () => {
  await start()
  const before = (await world.ledger.rpc('evm_snapshot')) as Hex
  const wanted = await headNumber()
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  await world.ledger.rpc('evm_revert', before)
  await expect.poll(async () => (await cursor()).block_number, { timeout: 20_000 }).toBe(wanted)
})

/** A real node with the same blocks so far. */
async function startTwin(): Promise<Anvil> {
  const twin = await startAnvil()
  await twin.rpc('anvil_loadState', await world.ledger.rpc('anvil_dumpState'))
  return twin
}

const hashAt = async ({ rpc }: Pick<Anvil, 'rpc'>) =>
  ((await rpc('eth_getBlockByNumber', 'latest', false)) as { hash: Hex }).hash

test('a second node on another fork is followed as a chain reorg, and so is the return', async () => {
  await start()
  await untilIndexed(world.ledger, node)
  const twin = await startTwin()
  try {
    expect(await hashAt(twin)).toBe(await hashAt(world.ledger))
    await somethingHappens()
    await untilIndexed(world.ledger, node)
    await twin.rpc('anvil_mine', '0x3')
    await node.close()
    await start({ ledgerRpcUrls: [first.url, twin.rpcUrl] })
    first.intercept = () => 'cut'
    const untilAt = (ledger: Pick<Anvil, 'rpc'>) =>
      until('the same block', async () => (await cursor()).block_hash === (await hashAt(ledger)))
    await untilAt(twin)
    expect(log.join('')).toContain('chain reorg')
    for (let round = 0; round < 3; round++) await somethingHappens()
    first.intercept = undefined
    await untilAt(world.ledger)
  } finally {
    await twin.stop()
  }
})

test('a node with another chain is never used, and log and health say so', async () => {
  const foreign = await startAnvil({ chainId: 1 })
  const proxy = await startLedgerProxy(foreign.rpcUrl)
  try {
    await start({ ledgerRpcUrls: [proxy.url, second.url] })
    const detail = 'LEDGER_RPC_URL 1 of 2 has chain id 1 instead of 31337 and is not used.'
    await untilHealth({ status: 200, detail })
    await somethingHappens()
    await untilIndexed(world.ledger, node)
    expect(await ask('/dlt/eth/account')).toMatchObject({ status: 200 })
    second.intercept = () => 'cut'
    expect(await ask('/dlt/eth/account')).toMatchObject({ status: 500 })
    expect([...proxy.numCalls.keys()]).toEqual(['eth_chainId'])
    expect(log.join('')).toContain('It has chain id 1 instead of 31337.')
  } finally {
    await proxy.close()
    await foreign.stop()
  }
})

/** The index is at the newest block and waits for the next one. */
const untilLive = () =>
  until('a live index', async () =>
    (await rawRequest(node.url, { target: '/health/ready' })).text.includes('"indexer":"live"'),
  )

/** So that only a WebSocket brings the next block. */
const SELDOM = { ledgerPollMs: 600_000, ledgerWsPollMs: 600_000 }

test('a node that wants headers gets those of the file, also after they change, by HTTP and by WebSocket', async () => {
  const ledgerHeadersFile = join(folder, 'ledger.headers')
  const write = (token: string) => {
    writeFileSync(ledgerHeadersFile, `Authorization: Bearer ${token}\nX-Key: canary-key\n`)
    chmodSync(ledgerHeadersFile, 0o600)
  }
  write('canary-1')
  first.isAllowed = (headers) =>
    headers.authorization === 'Bearer canary-2' && headers['x-key'] === 'canary-key'
  await start({
    ledgerRpcUrls: [first.url],
    ledgerWsUrls: [first.wsUrl],
    ledgerHeadersFile,
    ...SELDOM,
  })
  expect((await health()).status).toBe(503)
  write('canary-2')
  await expect.poll(async () => (await health()).status, { timeout: 5_000 }).toBe(200)
  await untilLive()
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  first.isAllowed = ({ authorization }) => authorization === 'Bearer canary-3'
  expect((await health()).status).toBe(503)
  // A file that others can read is not taken.
  write('canary-3')
  chmodSync(ledgerHeadersFile, 0o644)
  await sleep(1_500)
  expect((await health()).status).toBe(503)
  expect(log.join('')).toContain('run chmod 600')
  write('canary-3')
  await expect.poll(async () => (await health()).status, { timeout: 5_000 }).toBe(200)
  expect(log.join('')).not.toMatch(SECRET)
})

test('a URL with a user and a password is basic authentication, by HTTP and by WebSocket', async () => {
  const expected = `Basic ${Buffer.from('canary:secret word').toString('base64')}`
  first.isAllowed = ({ authorization }) => authorization === expected
  const withCredentials = (url: string) =>
    `${url.replace('//', '//canary:secret%20word@')}/canary-key?k=canary`
  await start({
    ledgerRpcUrls: [withCredentials(first.url)],
    ledgerWsUrls: [withCredentials(first.wsUrl)],
    ...SELDOM,
  })
  await untilLive()
  await somethingHappens()
  await untilIndexed(world.ledger, node)
  first.isAllowed = () => false
  expect((await health()).status).toBe(503)
  first.isAllowed = undefined
  for (const reply of ['cut', { status: 500, text: 'canary' }, { status: 302, text: '' }] as const) {
    first.intercept = () => reply
    expect((await health()).status).toBe(503)
    expect(await ask('/dlt/eth/account')).toMatchObject({ status: 500 })
  }
  expect(log.join('')).not.toMatch(SECRET)
})

test('a node that limits requests is left alone until it allows them again', async () => {
  await start({ ledgerRpcUrls: [first.url] })
  await untilIndexed(world.ledger, node)
  first.intercept = limited(30)
  await until('the limit', () => Promise.resolve(log.join('').includes('HTTP status 429')))
  const count = () => [...first.numCalls.values()].reduce((sum, times) => sum + times, 0)
  const before = count()
  expect((await health()).status).toBe(503)
  await sleep(3_000)
  expect(count() - before).toBeLessThanOrEqual(2)
})

test('without a WebSocket the head is polled as often as configured', async () => {
  await start({ ledgerRpcUrls: [first.url], ledgerPollMs: 500 })
  await untilIndexed(world.ledger, node)
  const before = first.numCalls.get('eth_getBlockByNumber') ?? 0
  await sleep(3_000)
  const numPolls = (first.numCalls.get('eth_getBlockByNumber') ?? 0) - before
  expect(numPolls).toBeGreaterThan(2)
  expect(numPolls).toBeLessThan(8)
})
