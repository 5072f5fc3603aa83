// The index of all that was done: by another server, behind limits, and compared with one that begins at the first block.
import assert from 'node:assert/strict'
import { rm, writeFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../node/src/storage/engine/openDatabase.ts'
import type { Database } from '../../node/src/storage/engine/openDatabase.ts'
import { readIndex } from '../../testkit/src/index/comparison.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../testkit/src/index/testIndexer.ts'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'
import { startLedgerProxy } from '../../testkit/src/ledger/ledgerProxy.ts'
import { until } from '../../testkit/src/machine.ts'
import { startNodeProcess } from '../../testkit/src/servers/nodeProcess.ts'
import { headOf } from '../networks/rpc.ts'
import type { Promised } from './promise.ts'
import { WAIT_MS, openedIn, withoutBlocks } from './world.ts'
import type { World } from './world.ts'

/** The most blocks in a question about logs; Besu's 5,000, Alchemy's 2,000 and others' 500 in small. */
const BLOCKS_AT_ONCE = 20

export const indexing: readonly Promised[] = [
  {
    name: 'a server whose node wants basic authentication and a header reads the ledger',
    prove: authenticate,
  },
  { name: `an index catches up behind a limit of ${BLOCKS_AT_ONCE} blocks a question`, prove: catchUp },
  {
    name: 'after all of this the server’s index is the same as one that reads the ledger for the first time',
    prove: compare,
  },
]

/** A node that answers while there are no blocks: on evmd the later ones are halted. */
const secondUrl = ({ network }: World): string => network.urls[1] ?? ''

async function authenticate(world: World): Promise<void> {
  const { deployment, network } = world
  const { tenants } = openedIn(world).platform
  const proxy = await startLedgerProxy(secondUrl(world))
  const basic = `Basic ${Buffer.from('bank:a secret').toString('base64')}`
  let numAllowed = 0
  proxy.isAllowed = (headers) => {
    const isAllowed = headers.authorization === basic && headers['x-api-key'] === 'key'
    if (isAllowed) numAllowed += 1
    return isAllowed
  }
  const folder = await mkdtemp(join(tmpdir(), 'connex-headers-'))
  const headersFile = join(folder, 'ledger.headers')
  await writeFile(headersFile, 'X-Api-Key: key\n', { mode: 0o600 })
  const node = await startNodeProcess(`0x${'77'.repeat(32)}`, {
    PORT: '0',
    LEDGER_RPC_URL: proxy.url.replace('//', '//bank:a%20secret@'),
    LEDGER_RPC_HEADERS_FILE: headersFile,
    CHAIN_ID: String(network.chainId),
    PLATFORM_MANAGER: deployment?.contracts.PlatformManager ?? '',
    HOSTED_TENANTS: tenants.alpen,
    GAS_PRICE: String(network.gasPrice),
    CONFIRMATIONS: network.confirmations,
  })
  try {
    await until(
      'a live index',
      async () => (await (await fetch(`${node.url}/health/ready`)).text()).includes('"indexer":"live"'),
      WAIT_MS,
    )
    assert.ok(numAllowed > 0)
    proxy.isAllowed = () => false
    assert.equal((await fetch(`${node.url}/health`)).status, 503)
  } finally {
    await node.stop()
    await proxy.close()
    await rm(folder, { recursive: true })
  }
}

/** As `startTestIndexer` wants it. */
const testLedgerOf = ({ network, deployment }: World, rpcUrl: string): TestLedger =>
  ({ chainId: network.chainId, rpcUrl, deployment }) as TestLedger

async function catchUp(world: World): Promise<void> {
  const proxy = await startLedgerProxy(secondUrl(world))
  let numRefused = 0
  proxy.intercept = ({ method, params }, forward) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
    const isLong = method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= BLOCKS_AT_ONCE
    // Logs of one block, by its hash, have no range.
    if (!isLong) return forward()
    numRefused += 1
    return {
      error: { code: -32005, message: `Requested range exceeds maximum range limit: ${BLOCKS_AT_ONCE}` },
    }
  }
  try {
    await withoutBlocks(world, async () => {
      const { index } = await buildIndex(world, proxy.url)
      assert.deepEqual(index, (await buildIndex(world, secondUrl(world))).index)
    })
    assert.ok(numRefused > 0)
  } finally {
    await proxy.close()
  }
}

async function compare(world: World): Promise<void> {
  const { platform, dataDir } = openedIn(world)
  await withoutBlocks(world, async () => {
    const head = await headOf(world.network.rpc)
    await until('the index', async () => (await indexedBlock(world)) === head, WAIT_MS)
    await platform.stopServer()
    const database = await openDatabase({ dataDir })
    try {
      const [actual, wanted] = [await readIndex(database), await buildIndex(world, secondUrl(world))]
      assert.deepEqual(actual, wanted.index)
      assert.ok(Object.values(actual).flat().length > 100)
      await assertBlocks(world, database)
    } finally {
      await database.close()
      await rm(dataDir, { recursive: true })
    }
  })
}

async function indexedBlock(world: World): Promise<number> {
  const { url } = openedIn(world).platform
  const { indexedBlock: block } = (await (await fetch(`${url}/health/ready`)).json()) as {
    indexedBlock: number
  }
  return block
}

/** From the first block on. */
async function buildIndex(world: World, rpcUrl: string) {
  const test = testLedgerOf(world, rpcUrl)
  const ledger = openTestLedger(test, { timeoutMs: WAIT_MS })
  const indexer = await startTestIndexer(test, { ledger })
  try {
    await untilAtHead(ledger, indexer)
    return { index: await readIndex(indexer.database) }
  } finally {
    await indexer.close()
  }
}

/** Every block that it has stored is the ledger's. */
async function assertBlocks(world: World, { kysely }: Database): Promise<void> {
  const rows = await kysely.selectFrom('blocks').select(['number', 'hash']).execute()
  for (const { number, hash } of rows) {
    const block = await world.network.rpc('eth_getBlockByNumber', `0x${number.toString(16)}`, false)
    assert.equal((block as { hash: string } | null)?.hash, hash)
  }
}
