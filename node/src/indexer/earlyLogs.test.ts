// An index that an older version began has no early logs. It reads its blocks a second time, beside what happens meanwhile.
import { Address } from '@connex/protocol'
import { controllerFor, delegate, send } from '@connex/contracts/deploy'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testkit/src/database/testDatabase.ts'
import { readIndex } from '../../../testkit/src/index/comparison.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import type { TestIndexer } from '../../../testkit/src/index/testIndexer.ts'
import {
  announceProtocol,
  changeHolder,
  deployLateDapp,
  PROTOCOLS,
  registerLateDapp,
} from '../../../testkit/src/ledger/lateDapps.ts'
import { startTestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import { until } from '../../../testkit/src/machine.ts'
import { readCursor } from '../storage/projections/cursor.ts'
import type { Database } from '../storage/engine/openDatabase.ts'
import { LedgerError } from './ledger.ts'
import type { Ledger } from './ledger.ts'

const [protocol, holder] = PROTOCOLS as [Hex, Hex]
const chain = await startTestLedger()
await chain.rpc('anvil_mine', '0x64')
const ledger = openTestLedger(chain)
let database: Database
let newest = 0
afterAll(() => chain.stop())

const act = ({ dapp, data }: { dapp: Hex; data: Hex }) =>
  send(chain.ledger, chain.operatorUser, 'act at a late dApp', { to: dapp, data })

beforeEach(async () => {
  database = await openTestDatabase()
  await leaveByOlder()
  return () => database.close()
})

/** The index as an older version left it: up to the head, without early logs. */
async function leaveByOlder(): Promise<void> {
  const before = await startTestIndexer(chain, { database })
  await untilAtHead(ledger, before)
  await before.stop()
  await sql`DELETE FROM early_logs`.execute(database.kysely)
  await sql`UPDATE cursor SET early_logs_from = block_number + 1`.execute(database.kysely)
  newest = (await ledger.head()).number
}

const isPast = (filter: Parameters<Ledger['logs']>[0]): boolean => 'from' in filter && filter.to <= newest

/** A ledger that answers for few blocks at a time, and of the past only while `mayRead` says so. */
const narrow = (mostBlocks: number, mayRead: () => boolean = () => true): Ledger => ({
  ...ledger,
  async logs(filter) {
    const isRefused = 'from' in filter && filter.to - filter.from >= mostBlocks
    if (isRefused || (isPast(filter) && !mayRead())) throw new LedgerError('too many blocks, on purpose')
    return ledger.logs(filter)
  },
})

/** What the index says once it has its past, and what a rebuilt one says. */
async function compared(indexer: TestIndexer): Promise<{ actual: unknown; expected: unknown }> {
  await until('the past', async () => (await readCursor(database.kysely))?.early_logs_from === 1)
  await untilAtHead(ledger, indexer)
  expect(indexer.status().numPastBlocks).toBe(0)
  const rebuilt = await startTestIndexer(chain)
  await untilAtHead(ledger, rebuilt)
  const index = { actual: await readIndex(database), expected: await readIndex(rebuilt.database) }
  await rebuilt.close()
  return index
}

test('the head goes on while the past is read, and the index is then a rebuilt one', async () => {
  const dapp = await deployLateDapp(chain, 'Beside')
  await act(announceProtocol(dapp, protocol))
  await leaveByOlder()
  let isOpen = false
  const indexer = await startTestIndexer(chain, { database, ledger: narrow(20, () => isOpen) })
  await act(changeHolder(dapp, holder, 'grant'))
  await untilAtHead(ledger, indexer)
  expect(indexer.status().numPastBlocks).toBeGreaterThan(0)
  isOpen = true
  const index = await compared(indexer)
  expect(index.actual).toEqual(index.expected)
  await indexer.stop()
})

test('a dApp that is registered meanwhile waits for its past, and stops at nothing else', async () => {
  const dapp = await deployLateDapp(chain, 'Meanwhile')
  await act(announceProtocol(dapp, protocol))
  await leaveByOlder()
  let isOpen = false
  const indexer = await startTestIndexer(chain, { database, ledger: narrow(20, () => isOpen) })
  const { PlatformManager } = chain.deployment.contracts
  const controller = controllerFor(chain.deployment.operator.controllers, PlatformManager)
  await delegate(chain.ledger, chain.operatorUser, 'register a late dApp', controller, [
    { target: PlatformManager, data: registerLateDapp(dapp) },
  ])
  const registered = (await ledger.head()).number
  await sleep(500)
  expect((await readCursor(database.kysely))?.block_number).toBeLessThan(registered)
  isOpen = true
  const index = await compared(indexer)
  expect(index.actual).toEqual(index.expected)
  const rows = await database.kysely
    .selectFrom('earmark_protocols')
    .select(['protocol', 'from_block'])
    .where('registry_manager', '=', Address.parse(dapp.manager))
    .execute()
  expect(rows).toEqual([{ protocol, from_block: registered }])
  await indexer.stop()
})

test('stopped at any step, the past goes on where it was', async () => {
  let numAnswers = 0
  for (let round = 0; round < 4; round++) {
    const last = numAnswers + 2
    const indexer = await startTestIndexer(chain, { database, ledger: narrow(8, () => numAnswers++ < last) })
    await until('two steps', () => Promise.resolve(numAnswers > last))
    await indexer.stop()
  }
  const part = (await readCursor(database.kysely))?.early_logs_from ?? 0
  expect(part).toBeGreaterThan(1)
  expect(part).toBeLessThanOrEqual(newest)
  const questions: number[] = []
  const counted: Ledger = {
    ...ledger,
    logs: (filter) => {
      if ('from' in filter) questions.push(filter.to)
      return ledger.logs(filter)
    },
  }
  const indexer = await startTestIndexer(chain, { database, ledger: counted })
  const index = await compared(indexer)
  expect(index.actual).toEqual(index.expected)
  expect(Math.max(0, ...questions)).toBeLessThan(part)
  await indexer.stop()
})

test('a chain reorg below the blocks that were read a second time takes their logs back', async () => {
  const dapp = await deployLateDapp(chain, 'Taken back')
  for (const one of PROTOCOLS) await act(announceProtocol(dapp, one))
  await leaveByOlder()
  let numAnswers = 0
  const indexer = await startTestIndexer(chain, { database, ledger: narrow(5, () => numAnswers++ < 1) })
  await until('a step', () => Promise.resolve(numAnswers > 1))
  await chain.rpc('anvil_reorg', 4, [])
  await untilAtHead(ledger, indexer)
  await indexer.stop()
  const again = await startTestIndexer(chain, { database, ledger })
  const index = await compared(again)
  expect(index.actual).toEqual(index.expected)
  await again.stop()
})
