// Ledgers that refuse, lag, lose, or fall silent: the index waits for the truth, and ends with nothing but it.
import { controllerFor, delegate, grantUserPrivileges } from '@connex/contracts/deploy'
import { Address, ZERO_BYTES32 } from '@connex/protocol'
import { concatHex, encodeAbiParameters, keccak256, stringToHex, toFunctionSelector, toHex } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { joinTenant } from '../../../testkit/src/fixtures/tenants.ts'
import type { TestTenant } from '../../../testkit/src/fixtures/tenants.ts'
import { readIndex } from '../../../testkit/src/index/comparison.ts'
import type { Index } from '../../../testkit/src/index/facts/fact.ts'
import { startLedgerProxy } from '../../../testkit/src/ledger/ledgerProxy.ts'
import type { Interceptor, LedgerProxy, Reply } from '../../../testkit/src/ledger/ledgerProxy.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import type { TestIndexer } from '../../../testkit/src/index/testIndexer.ts'
import { planTestNode } from '../../../testkit/src/servers/testNode.ts'
import { createRandom } from '../../../testkit/src/random.ts'
import type { Random } from '../../../testkit/src/random.ts'
import { startTestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import { until } from '../../../testkit/src/machine.ts'
import { TOPICS } from './handledEvents.ts'

let test0: TestLedger
let tenant: TestTenant
let proxy: LedgerProxy

beforeAll(async () => {
  test0 = await startTestLedger()
  const place = await planTestNode(test0)
  tenant = await joinTenant(test0, place, { name: 'Alpenbank', user: ['delivery.BACKOFFICE'] })
  await place.remove()
  proxy = await startLedgerProxy(test0.rpcUrl)
}, 300_000)
afterAll(async () => {
  await proxy.close()
  await test0.stop()
})
beforeEach(() => {
  proxy.intercept = undefined
})

const throughProxy = () => openTestLedger({ rpcUrl: proxy.url, chainId: test0.chainId }, { timeoutMs: 500 })
const headNumber = async () => (await openTestLedger(test0).head()).number

/** Something happens on the ledger, in a block of its own. */
async function somethingHappens(times: number): Promise<void> {
  for (let round = 0; round < times; round++) {
    const user = Address.parse(toHex(BigInt(await headNumber()) + 1n, { size: 20 })) as Hex
    const { PlatformManager } = test0.deployment.contracts
    await grantUserPrivileges(test0.ledger, tenant.admin.account, tenant.access, PlatformManager, [
      { user, privileges: ['delivery.BACKOFFICE'] },
    ])
  }
}

async function indexed(indexer: TestIndexer): Promise<Index> {
  await untilAtHead(openTestLedger(test0), indexer)
  return readIndex(indexer.database)
}

/** What one says that was never lied to. */
async function truth(): Promise<Index> {
  const indexer = await startTestIndexer(test0)
  try {
    return await indexed(indexer)
  } finally {
    await indexer.close()
  }
}

/** The index through such a proxy, and the correct one. */
async function compared(
  intercept: Interceptor,
  meanwhile?: () => Promise<void>,
): Promise<{ actual: Index; expected: Index }> {
  proxy.intercept = intercept
  const indexer = await startTestIndexer(test0, { ledger: throughProxy() })
  try {
    await meanwhile?.()
    return { actual: await indexed(indexer), expected: await truth() }
  } finally {
    await indexer.close()
  }
}

/** These answers first, to every question; then the ledger's own. */
function first(...replies: Reply[]): Interceptor {
  const left = [...replies]
  return (_call, forward) => left.shift() ?? forward()
}

test('SRV-11 after refusals, failures, hang-ups and invalid answers of the ledger the index retries', async () => {
  const index = await compared(
    first(
      { status: 429, text: '{"error":"slow down"}' },
      { status: 500, text: 'oops' },
      { status: 502, text: '<html></html>' },
      'cut',
      { error: { code: -32_000, message: 'header not found' } },
      { result: 'nonsense' },
      { result: { number: '0x1' } },
    ),
  )
  expect(index.actual).toEqual(index.expected)
})

test('SRV-11 blocks that a ledger does not have at first are requested again', async () => {
  let left = 5
  const index = await compared((call, forward) =>
    call.method === 'eth_getBlockByNumber' && call.params[0] !== 'latest' && left-- > 0
      ? { result: null }
      : forward(),
  )
  expect(index.actual).toEqual(index.expected)
})

/** Two ledgers behind one address, of which the second is two blocks behind. Who answers is a matter of luck. */
function twoLedgers(random: Random, ofUnknownBlock: Reply): Interceptor {
  return async (call, forward) => {
    if (random.chance(0.5)) return forward()
    const known = (await headNumber()) - 2
    const [requested] = call.params
    if (call.method === 'eth_getBlockByNumber') {
      if (requested === 'latest') return { result: await test0.rpc(call.method, toHex(known), false) }
      return Number(requested) > known ? { result: null } : forward()
    }
    const reply = await forward()
    if (call.method !== 'eth_getLogs' || !('result' in reply)) return reply
    const logs = reply.result as { blockNumber: Hex }[]
    const knownLogs = logs.filter(({ blockNumber }) => Number(blockNumber) <= known)
    const isOneBlock = 'blockHash' in (requested as object)
    return isOneBlock && knownLogs.length < logs.length ? ofUnknownBlock : { result: knownLogs }
  }
}

test.each<{ what: string; reply: Reply }>([
  { what: 'nothing happened in them', reply: { result: [] } },
  { what: 'it does not know them', reply: { error: { code: -32_000, message: 'unknown block' } } },
])(
  'SRV-11 a ledger two blocks behind a balancer, which says of blocks that $what, hides no event',
  async ({ reply }) => {
    const random = createRandom(11)
    for (let round = 0; round < 2; round++) {
      await somethingHappens(2)
      const index = await compared(twoLedgers(random, reply), () => somethingHappens(3))
      expect(index.actual).toEqual(index.expected)
    }
  },
  120_000,
)

test('SRV-11 a ledger that refuses large ranges gets small ones', async () => {
  const index = await compared((call, forward) => {
    const [requested] = call.params as [{ fromBlock?: Hex; toBlock?: Hex }]
    return call.method === 'eth_getLogs' && Number(requested.toBlock) - Number(requested.fromBlock) >= 5
      ? { error: { code: -32_005, message: 'query exceeds max block range 5' } }
      : forward()
  })
  expect(index.actual).toEqual(index.expected)
})

test('SRV-11 a head that lags five blocks for a moment undoes nothing', async () => {
  await somethingHappens(2)
  let left = 6
  const index = await compared(async (call, forward) => {
    if (call.params[0] !== 'latest' || left-- <= 0 || left % 2 === 0) return forward()
    return { result: await test0.rpc('eth_getBlockByNumber', toHex((await headNumber()) - 5), false) }
  })
  expect(index.actual).toEqual(index.expected)
})

// 0 is what go-ethereum's type has before it is filled; hyperledger/fabric-x-evm#210 answered it.
test.each([['null', null] as const, ['zero', '0x0'] as const])(
  'a ledger that answers %s for the time of a log gives its events the time of their block',
  async (_name, blockTimestamp) => {
    await somethingHappens(12)
    const index = await compared(async (call, forward) => {
      const answer = await forward()
      if (call.method !== 'eth_getLogs' || !('result' in answer) || !Array.isArray(answer.result))
        return answer
      return { ...answer, result: answer.result.map((log: object) => ({ ...log, blockTimestamp })) }
    })
    expect(index.actual).toEqual(index.expected)
  },
)

test('SRV-11 another chain behind the same address halts the index with a message', async () => {
  const indexer = await startTestIndexer(test0, { ledger: throughProxy() })
  try {
    const before = await indexed(indexer)
    let hasFailed = false
    proxy.intercept = (call, forward) => {
      if (call.method === 'eth_chainId') return { result: '0x1' }
      if (hasFailed) return forward()
      hasFailed = true
      return 'cut'
    }
    await until('the halt', () => Promise.resolve(indexer.status().state === 'halted'))
    expect(indexer.status().error).toBe("The ledger's chain id is 1, but 31337 is configured.")
    expect(await readIndex(indexer.database)).toEqual(before)
  } finally {
    await indexer.close()
  }
})

test('SRV-12 a ledger that goes silent is noticed, and followed when it answers again', async () => {
  const indexer = await startTestIndexer(test0, { ledger: throughProxy() })
  try {
    await indexed(indexer)
    proxy.intercept = () => 'silent'
    await until('the notice', () => Promise.resolve(indexer.status().state === 'ledgerUnreachable'))
    expect(indexer.status().error).toContain('did not answer')
    await somethingHappens(1)
    proxy.intercept = undefined
    expect(await indexed(indexer)).toEqual(await truth())
  } finally {
    await indexer.close()
  }
})

test('SRV-13 logs of unknown contracts, unknown events and extra bytes change nothing but what waits for a registration', async () => {
  const platform = test0.deployment.contracts.PlatformManager
  const index = await compared(async (call, forward) => {
    const reply = await forward()
    if (call.method !== 'eth_getLogs' || !('result' in reply)) return reply
    const logs = reply.result as { logIndex: Hex }[]
    const [like] = logs
    if (like === undefined) return reply
    const huge = `0x${'ff'.repeat(500_000)}`
    const strange = [
      { ...like, address: platform, topics: [keccak256('0x77')], data: huge },
      { ...like, address: toHex(0xdead, { size: 20 }), topics: [TOPICS[0]], data: huge },
      { ...like, address: toHex(0xbeef, { size: 20 }), topics: [TOPICS[1], ZERO_BYTES32], data: '0x' },
      { ...like, address: platform, topics: [], data: '0x' },
    ]
    return { result: [...strange.map((log, index) => ({ ...log, logIndex: toHex(index) })), ...logs] }
  })
  const { early_logs: stored = [], ...actual } = index.actual
  const { early_logs: early = [], ...expected } = index.expected
  expect(actual).toEqual(expected)
  const known = new Set(early.map((row) => row['address']))
  const strangers = stored.map((row) => row['address']).filter((one) => !known.has(one ?? ''))
  expect(new Set(strangers)).toEqual(new Set([toHex(0xbeef, { size: 20 }), toHex(0xdead, { size: 20 })]))
})

test('SRV-13 names with invalid UTF-8 or characters that no database stores are stored with replacements', async () => {
  const { ledger, deployment } = test0
  const controller = controllerFor(tenant.access.controllers, deployment.contracts.PlatformManager)
  // A contract takes any bytes for a text.
  const args = encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'bytes' }],
    [stringToHex('lei', { size: 32 }), '0x41ff00c328f09080'],
  )
  const data = concatHex([toFunctionSelector('setString(bytes32,string)'), args])
  const indexer = await startTestIndexer(test0)
  try {
    await delegate(ledger, tenant.admin.account, 'call itself something odd', controller, [
      { target: tenant.access.tenant, data },
    ])
    await indexed(indexer)
    expect(indexer.status()).toMatchObject({ state: 'live', error: null })
    const { lei } = await indexer.database.kysely
      .selectFrom('tenants')
      .select('lei')
      .where('address', '=', tenant.address)
      .where('to_block', 'is', null)
      .executeTakeFirstOrThrow()
    expect(lei).toMatch(/^A\uFFFD\uFFFD\uFFFD\(\uFFFD+$/)
  } finally {
    await indexer.close()
  }
})

test('a ledger that was restored from an older copy halts the index, which keeps its rows', async () => {
  const copy = (await test0.rpc('evm_snapshot')) as Hex
  await somethingHappens(8)
  const indexer = await startTestIndexer(test0, { ledger: throughProxy(), finalityDepth: 3 })
  try {
    const before = await indexed(indexer)
    await test0.rpc('evm_revert', copy)
    await until('the halt', () => Promise.resolve(indexer.status().state === 'halted'))
    expect(indexer.status().error).toMatch(/^The ledger took back block \d+, but was final up to \d+\.$/)
    expect(await readIndex(indexer.database)).toEqual(before)
  } finally {
    await indexer.close()
  }
})

test('a hundred events take a handful of requests', async () => {
  proxy.numCalls.clear()
  const indexer = await startTestIndexer(test0, { ledger: throughProxy() })
  try {
    await indexed(indexer)
    const requested = [...proxy.numCalls].map(([method, times]) => [method, times] as const)
    const numRequests = requested
      .filter(([method]) => method !== 'eth_chainId')
      .reduce((sum, [, times]) => sum + times, 0)
    // A batch takes three blocks and its logs; the newest blocks, one by one, and the looks at the head come on top.
    expect(numRequests).toBeLessThan(60)
  } finally {
    await indexer.close()
  }
})
