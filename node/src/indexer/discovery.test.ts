// What the index asks of the ledger when contracts join.
import { controllerFor, delegate, onboardTenant, send } from '@connex/contracts/deploy'
import { privileges } from '@connex/contracts'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import type { TestIndexer } from '../../../testkit/src/index/testIndexer.ts'
import { readIndex, readIndexAt } from '../../../testkit/src/index/comparison.ts'
import {
  announceProtocol,
  changeHolder,
  deployLateDapp,
  PROTOCOLS,
  registerLateDapp,
  withdrawProtocol,
} from '../../../testkit/src/ledger/lateDapps.ts'
import type { LateDapp } from '../../../testkit/src/ledger/members.ts'
import { startTestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../../testkit/src/ledger/testLedger.ts'
import type { Ledger } from './ledger.ts'

/** Blocks before the onboarding: too many for one question, which begin with 500. */
const PAST = 2_000
const [first, second, third] = PROTOCOLS as [Address, Address, Address]

let chain: TestLedger
let indexer: TestIndexer
let ledger: Ledger
const questions: string[] = []
/** What is below has been read before. */
let lastIndexed = 0

beforeAll(async () => {
  chain = await startTestLedger()
  ledger = counted(openTestLedger(chain))
  indexer = await startTestIndexer(chain, { ledger })
  await chain.rpc('anvil_mine', PAST)
  await reachHead()
})
afterAll(async () => {
  await indexer.close()
  await chain.stop()
})

async function reachHead(): Promise<void> {
  await untilAtHead(ledger, indexer)
  lastIndexed = (await openTestLedger(chain).head()).number
  questions.length = 0
}

/** The same ledger, with a list of its questions. */
const counted = (one: Ledger): Ledger => ({
  ...one,
  findBlock: (number) => {
    questions.push(`block ${number}`)
    return one.findBlock(number)
  },
  logs: (filter) => {
    questions.push('from' in filter && filter.from <= lastIndexed ? `past from ${filter.from}` : 'logs')
    return one.logs(filter)
  },
})

test('A13: an onboarding on an old ledger takes at most ten questions, and none about the past', async () => {
  const { name, apiUrl, lei } = { name: 'Alpenbank', apiUrl: 'http://127.0.0.1:4001', lei: '' }
  const user = privateKeyToAddress(generatePrivateKey())
  await onboardTenant(chain.ledger, chain.operatorUser, chain.deployment, { name, apiUrl, lei }, user)
  await untilAtHead(ledger, indexer)
  expect(questions.filter((question) => question.startsWith('past'))).toEqual([])
  expect(questions.length).toBeLessThanOrEqual(10)
  await reachHead()
  const rows = await indexer.database.kysely
    .selectFrom('tenants')
    .innerJoin('dapp_controllers', 'dapp_controllers.tenant', 'tenants.address')
    .where('tenants.name', '=', name)
    .select('dapp_controllers.address')
    .execute()
  expect(rows.length).toBeGreaterThan(4)
})

const byOperator = ({ dapp, data }: { dapp: Address; data: Hex }) =>
  send(chain.ledger, chain.operatorUser, 'act at a late dApp', { to: dapp, data })

/** Two dApps, with two protocols announced, one of them withdrawn, and one holder each. */
async function deployBusyDapps(): Promise<LateDapp[]> {
  const dapps = [await deployLateDapp(chain, 'Late'), await deployLateDapp(chain, 'Later')]
  for (const dapp of dapps) {
    await byOperator(announceProtocol(dapp, first))
    await byOperator(announceProtocol(dapp, second))
    await byOperator(changeHolder(dapp, third, 'grant'))
    await byOperator(withdrawProtocol(dapp, first))
  }
  return dapps
}

test('A13: the past of registered dApps takes no question, however old the ledger is', async () => {
  const dapps = await deployBusyDapps()
  await chain.rpc('anvil_mine', PAST)
  await reachHead()
  const { PlatformManager } = chain.deployment.contracts
  const controller = controllerFor(chain.deployment.operator.controllers, PlatformManager)
  const calls = dapps.map((dapp) => ({ target: PlatformManager, data: registerLateDapp(dapp) }))
  await delegate(chain.ledger, chain.operatorUser, 'register two dApps', controller, calls)
  const registered = (await openTestLedger(chain).head()).number
  for (const dapp of dapps) await byOperator(changeHolder(dapp, first, 'grant'))
  await untilAtHead(ledger, indexer)
  expect(questions.filter((question) => question.startsWith('past'))).toEqual([])
  expect(questions.length).toBeLessThanOrEqual(10 * (1 + dapps.length))
  const index = await readIndexAt(indexer.database, registered)
  const now = await readIndexAt(indexer.database, Number.MAX_SAFE_INTEGER)
  for (const { manager, privilegeManager } of dapps) {
    const protocols = { registry_manager: manager.toLowerCase() }
    // As of its registration, at which the platform begins to know it.
    expect(index['earmark_protocols']).toContainEqual(
      expect.objectContaining({ ...protocols, protocol: second, from_block: registered }),
    )
    expect(index['earmark_protocols']).not.toContainEqual(
      expect.objectContaining({ ...protocols, protocol: first }),
    )
    const holder = { dapp: manager.toLowerCase(), privilege_id: privileges['registry.INVESTOR'] }
    expect(index['dapp_privileges']).toContainEqual(expect.objectContaining({ ...holder, holder: third }))
    expect(index['dapp_privileges']).not.toContainEqual(expect.objectContaining({ ...holder, holder: first }))
    expect(now['dapp_privileges']).toContainEqual(expect.objectContaining({ ...holder, holder: first }))
    expect(index['privilege_managers']).toContainEqual(
      expect.objectContaining({ address: privilegeManager.toLowerCase() }),
    )
  }
})

test('an index that is built at once equals the one that has followed', async () => {
  await reachHead()
  const rebuilt = await startTestIndexer(chain)
  await untilAtHead(ledger, rebuilt)
  expect(await readIndex(indexer.database)).toEqual(await readIndex(rebuilt.database))
  await rebuilt.close()
})
