// A server with users who may do everything, and users who may do nothing, for requests that nobody has thought of.
import { dappControllerAbi, deliveryManagerAbi, privileges } from '@connex/contracts'
import { controllerFor, delegate, grantUserPrivileges } from '@connex/contracts/deploy'
import { Address, openApiDocument } from '@connex/protocol'
import { sql } from 'kysely'
import { encodeFunctionData, getAbiItem, toFunctionSelector } from 'viem'
import { joinTenant } from '../fixtures/tenants.ts'
import type { TestTenant } from '../fixtures/tenants.ts'
import { createBusiness } from '../fixtures/business.ts'
import { prepareFailingWrites } from '../database/failingWrites.ts'
import { seedUser } from '../database/ledgerRows.ts'
import { DEPLOYER, startTestLedger } from '../ledger/testLedger.ts'
import type { TestLedger } from '../ledger/testLedger.ts'
import { createRandom } from '../random.ts'
import { planTestNode, startTestNode, untilIndexed } from '../servers/testNode.ts'
import type { TestUser } from '../servers/users.ts'
import { fuzzExamples } from './examples.ts'
import { createFuzzer } from './fuzzer.ts'
import type { Fuzzer } from './fuzzer.ts'
import { inlined } from './inlined.ts'

export type FuzzFixture = {
  fuzzer: Fuzzer
  /** A request may have locked a user out, or left without one. */
  restoreUsers: () => Promise<void>
  /** Acts while the server's database writes nothing that a call stores. */
  whileFailing: Awaited<ReturnType<typeof prepareFailingWrites>>
  stop: () => Promise<void>
}

export async function startFuzzFixture(): Promise<FuzzFixture> {
  const ledger = await startTestLedger()
  const place = await planTestNode(ledger)
  const { able, registrar, unable, partner, buyer } = await joinTenants(ledger, place)
  const business = await createBusiness(ledger, { able, registrar, partner, buyer })
  const operatorUser = userOf(ledger)
  const operator = Address.parse(ledger.deployment.operator.tenant)
  const hostedTenants = [able.address, registrar.address, unable.address, buyer.address, operator]
  const node = await startTestNode(place, { hostedTenants })
  await untilIndexed(ledger, node)
  const { kysely } = node.database

  async function restoreUsers(): Promise<void> {
    await sql`DELETE FROM users WHERE address IN (
      ${able.user.address}, ${registrar.user.address}, ${unable.user.address}, ${buyer.user.address})`.execute(
      kysely,
    )
    for (const { address: tenant, user, name } of [able, registrar, unable, buyer])
      await seedUser(kysely, {
        tenant,
        address: user.address,
        user_id: `user of ${name}`,
        name: `User of ${name}`,
      })
  }

  await restoreUsers()
  const fuzzer = createFuzzer({
    url: node.url,
    document: inlined(openApiDocument(6)),
    users: [able.user, able.user, registrar.user, able.admin, unable.user],
    examples: fuzzExamples({ ledger, able, registrar, partner, buyer, operatorUser, business }),
    pool: [
      ...hostedTenants,
      partner.address,
      business.instrumentId,
      business.registryId,
      business.custodyChainId,
      business.deliveryId,
      business.owedId,
      business.repoId,
      able.user.address,
      unable.user.address,
      ...Object.values(ledger.deployment.contracts).map((contract) => contract.toLowerCase()),
      ...OTHERS,
    ],
  })
  return {
    fuzzer,
    restoreUsers,
    whileFailing: await prepareFailingWrites(kysely),
    async stop() {
      await node.close()
      await place.remove()
      await ledger.stop()
    },
  }
}

/** An id of nothing, accounts and a currency. */
const OTHERS: readonly string[] = [`0x${'ab'.repeat(32)}`, '11', '22', 'EUR']

type Place = Awaited<ReturnType<typeof planTestNode>>

/** Who may do everything, who registers, who may do nothing, a tenant whose server does not answer, and one that shares this one. */
async function joinTenants(ledger: TestLedger, place: Place) {
  const everything = Object.keys(privileges) as (keyof typeof privileges)[]
  const user = everything.filter((name) => !['user.DAPP_USER', 'user.NODE_ACCOUNT'].includes(name))
  const instrument = ['instrument.ISSUER', 'instrument.DATA_PROVIDER'] as const
  const able = await joinTenant(ledger, place, {
    name: 'Alpenbank',
    user,
    instrument,
    registry: ['registry.INVESTOR'],
  })
  const registrar = await joinTenant(ledger, place, {
    name: 'Meridian Registrars',
    user,
    registry: ['registry.REGISTRAR'],
  })
  const unable = await joinTenant(ledger, place, { name: 'Fjord Advisory', user: [] })
  // Nobody listens there.
  const elsewhere = { ...place, url: 'http://127.0.0.1:1' }
  const partner = await joinTenant(ledger, elsewhere, {
    name: 'Baltic Trust Bank',
    user: ['delivery.BACKOFFICE'],
  })
  const buyer = await joinTenant(ledger, place, { name: 'Rhône Capital', user: ['delivery.BACKOFFICE'] })
  await requireTwo(ledger, buyer)
  return { able, registrar, unable, partner, buyer }
}

/** Its user and its admin create deliveries only together. */
async function requireTwo({ ledger, deployment }: TestLedger, { admin, access }: TestTenant): Promise<void> {
  const { DeliveryManager, PlatformManager } = deployment.contracts
  const privilege = 'delivery.BACKOFFICE'
  await grantUserPrivileges(ledger, admin.account, access, PlatformManager, [
    { user: admin.account.address, privileges: [privilege] },
  ])
  const functionSelector = toFunctionSelector(getAbiItem({ abi: deliveryManagerAbi, name: 'createDelivery' }))
  const entry = { functionSelector, privilege: privileges[privilege], signaturesRequired: 2 }
  const data = encodeFunctionData({ abi: dappControllerAbi, functionName: 'updateConfig', args: [[entry]] })
  const platform = controllerFor(access.controllers, PlatformManager)
  const target = controllerFor(access.controllers, DeliveryManager)
  await delegate(ledger, admin.account, 'ask for two', platform, [{ target, data }])
}

/** The operator's first user, who has deployed the contracts. */
const userOf = ({ operatorUser }: TestLedger): TestUser => ({
  account: operatorUser,
  address: Address.parse(operatorUser.address),
  key: DEPLOYER,
})

/** Sends so many requests, made by the seed. What was wrong with the answers, and how many were answered with 200. */
export async function fuzzRequests(
  { fuzzer, restoreUsers: readmit }: FuzzFixture,
  count: number,
  seed: number,
) {
  const random = createRandom(seed)
  const wrong: string[] = []
  for (let index = 0; index < count; index++) {
    if (index % 50 === 0) await readmit()
    const sentence = await fuzzer.sendRandom(random)
    if (sentence !== undefined) wrong.push(sentence)
  }
  return { wrong, served: fuzzer.statuses.get(200) ?? 0 }
}
