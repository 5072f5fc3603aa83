// What the index asks of the ledger when contracts join.
import { onboardTenant } from '@connex/contracts/deploy'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import type { TestIndexer } from '../../../testkit/src/index/testIndexer.ts'
import { startTestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import type { Ledger } from './ledger.ts'

/** Blocks before the onboarding: too many for one question, which begin with 500. */
const PAST = 2_000

let chain: TestLedger
let indexer: TestIndexer
let ledger: Ledger
const questions: string[] = []

beforeAll(async () => {
  chain = await startTestLedger()
  ledger = counted(openTestLedger(chain))
  indexer = await startTestIndexer(chain, { ledger })
  await chain.rpc('anvil_mine', PAST)
  await untilAtHead(ledger, indexer)
})
afterAll(async () => {
  await indexer.close()
  await chain.stop()
})

/** The same ledger, with a list of its questions. */
const counted = (one: Ledger): Ledger => ({
  ...one,
  findBlock: (number) => {
    questions.push(`block ${number}`)
    return one.findBlock(number)
  },
  logs: (filter) => {
    questions.push('addresses' in filter ? `past of ${filter.addresses?.join()}` : 'logs')
    return one.logs(filter)
  },
})

test('A13: an onboarding on an old ledger takes at most ten questions, and none about the past', async () => {
  questions.length = 0
  const { name, apiUrl, lei } = { name: 'Alpenbank', apiUrl: 'http://127.0.0.1:4001', lei: '' }
  const user = privateKeyToAddress(generatePrivateKey())
  await onboardTenant(chain.ledger, chain.operatorUser, chain.deployment, { name, apiUrl, lei }, user)
  await untilAtHead(ledger, indexer)
  expect(questions.filter((question) => question.startsWith('past'))).toEqual([])
  expect(questions.length).toBeLessThanOrEqual(10)
  const rows = await indexer.database.kysely
    .selectFrom('tenants')
    .innerJoin('dapp_controllers', 'dapp_controllers.tenant', 'tenants.address')
    .where('tenants.name', '=', name)
    .select('dapp_controllers.address')
    .execute()
  expect(rows.length).toBeGreaterThan(4)
})
