import { Address } from '@connex/protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestLedger } from '../../../testkit/src/index/testIndexer.ts'
import { startTestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import { until } from '../../../testkit/src/machine.ts'
import { createBatchReader } from './batchReader.ts'
import type { Contract } from './gatherEvents.ts'
import { LedgerError } from './ledger.ts'
import type { Block, Ledger } from './ledger.ts'
import type { Batch } from './readBatch.ts'

let testLedger: TestLedger
let head: Block
let genesis: Block
/** The ledger, its questions counted. */
let ledger: Ledger
let numQuestions = 0
let numOpen = 0
let isDown = false

beforeAll(async () => {
  testLedger = await startTestLedger()
  await testLedger.rpc('anvil_mine', '0x64')
  const inner = openTestLedger(testLedger)
  head = await inner.head()
  genesis = (await inner.findBlock(0)) as Block
  const counted = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    numQuestions += 1
    numOpen += 1
    try {
      if (isDown) throw new LedgerError('on purpose')
      return await ask()
    } finally {
      numOpen -= 1
    }
  }
  ledger = {
    ...inner,
    findBlock: (number) => counted(() => inner.findBlock(number)),
    logs: (filter) => counted(() => inner.logs(filter)),
  }
})
afterAll(() => testLedger.stop())
beforeEach(() => {
  isDown = false
})

function openReader() {
  const platform = Address.parse(testLedger.deployment.contracts.PlatformManager)
  const contracts = new Map<Address, Contract>([
    [platform, { kind: 'platformManager', owner: platform, since: 0 }],
  ])
  return createBatchReader({ ledger, contracts: () => contracts, findEarlyLogs: () => Promise.resolve([]) })
}

/** The first batch, and the reader that has read the second one ahead. */
async function readTwo() {
  const reader = openReader()
  const first = (await reader.next(genesis, head)) as Batch
  await reader.readAhead(first.last, head, Promise.resolve())
  numQuestions = 0
  return { reader, first }
}

test('after a rollback the blocks are read again, not taken from what was read ahead', async () => {
  const { reader, first } = await readTwo()
  expect(await reader.next(genesis, head)).toMatchObject({ previous: { number: 0 } })
  expect(numQuestions).toBeGreaterThan(0)
  expect(await reader.next(first.last, head)).toMatchObject({ previous: { hash: first.last.hash } })
})

test('a failure of the ledger ahead is answered in its turn, and loses no commit', async () => {
  const reader = openReader()
  const first = (await reader.next(genesis, head)) as Batch
  isDown = true
  expect(await reader.readAhead(first.last, head, Promise.resolve('committed'))).toBe('committed')
  expect(await reader.next(first.last, head)).toBe('refused')
  isDown = false
  expect(await reader.next(first.last, head)).toMatchObject({ previous: { hash: first.last.hash } })
})

test('a failed commit is thrown once no question is open', async () => {
  const reader = openReader()
  const first = (await reader.next(genesis, head)) as Batch
  const failure = new Error('on purpose')
  await expect(reader.readAhead(first.last, head, Promise.reject(failure))).rejects.toBe(failure)
  expect(numOpen).toBe(0)
})

test('at the head nothing is read ahead', async () => {
  const { reader, first } = await readTwo()
  await reader.readAhead(first.last, first.last, Promise.resolve())
  expect(numQuestions).toBe(0)
})

test('the next batch is read while the last one is being committed, and takes no question in its turn', async () => {
  const reader = openReader()
  const first = (await reader.next(genesis, head)) as Batch
  numQuestions = 0
  let commit = (): void => undefined
  const committing = new Promise<void>((done) => (commit = done))
  const reading = reader.readAhead(first.last, head, committing)
  await until('the next batch', () => Promise.resolve(numQuestions >= 4))
  commit()
  await reading
  numQuestions = 0
  const second = (await reader.next(first.last, head)) as Batch
  expect(second.previous.hash).toBe(first.last.hash)
  expect(second.last.number).toBeGreaterThan(first.last.number)
  expect(numQuestions).toBe(0)
})
