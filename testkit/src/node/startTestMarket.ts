// Two servers and six tenants on one ledger: what two banks, their custodian and those who have no business with them see.
import {
  acceptInvitation,
  configureAccount,
  confirmAsRegistrar,
  confirmRegistration,
  createInstrument,
  createMintRequest,
  createUser,
  requestRegistration,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { PrivilegeName } from '@connex/contracts/deploy'
import { AccountNumber, Address } from '@connex/protocol'
import type { InstrumentId, RegistryId } from '@connex/protocol'
import type { Config } from '../../../node/src/config.ts'
import type { RunningNode } from '../../../node/src/startNode.ts'
import { joinTenant } from './joinTenant.ts'
import type { TestTenant } from './joinTenant.ts'
import { planTestNode, startTestNode } from './startTestNode.ts'
import type { NodePlan } from './startTestNode.ts'
import { startTestLedger } from './startTestLedger.ts'
import type { TestLedger } from './startTestLedger.ts'
import { testClient } from './testClient.ts'
import { untilIndexed } from './untilIndexed.ts'

const HANDLING: PrivilegeName = 'registry.SHARED_POSITION_HANDLING'
const BACKOFFICE: PrivilegeName = 'delivery.BACKOFFICE'
const INVESTOR = {
  user: [HANDLING, BACKOFFICE, 'user.TECHNICAL_ADMIN'],
  registry: ['registry.INVESTOR'],
} as const

export type MarketServer = {
  plan: NodePlan
  node: RunningNode
  restart: (given?: Partial<Config>) => Promise<void>
}
export type MarketParty = TestTenant & { client: Client }

export type MarketFixture = {
  ledger: TestLedger
  north: MarketServer
  south: MarketServer
  /** On north. */
  issuer: MarketParty
  registrar: MarketParty
  alpenbank: MarketParty
  rhone: MarketParty
  /** On south. */
  baltic: MarketParty
  fjord: MarketParty
  stop: () => Promise<void>
}

export async function startMarketFixture(): Promise<MarketFixture> {
  const ledger = await startTestLedger()
  const northPlace = await planTestNode(ledger)
  const southPlace = await planTestNode(ledger)
  const joined = {
    issuer: await joinTenant(ledger, northPlace, {
      name: 'Hanseatic Issuance',
      user: ['instrument.BACKOFFICE', 'registry.ISSUER_DOCUMENTATION'],
      instrument: ['instrument.ISSUER'],
      registry: ['registry.ISSUER'],
    }),
    registrar: await joinTenant(ledger, northPlace, {
      name: 'Meridian Registrars',
      user: ['registry.REGISTRAR_REGISTRATION', HANDLING, BACKOFFICE],
      registry: ['registry.REGISTRAR'],
    }),
    alpenbank: await joinTenant(ledger, northPlace, { name: 'Alpenbank', ...INVESTOR }),
    rhone: await joinTenant(ledger, northPlace, { name: 'Rhône Capital', ...INVESTOR }),
    baltic: await joinTenant(ledger, southPlace, { name: 'Baltic Trust Bank', ...INVESTOR }),
    fjord: await joinTenant(ledger, southPlace, { name: 'Fjord Advisory', ...INVESTOR }),
  }
  const { issuer, registrar, alpenbank, rhone, baltic, fjord } = joined
  const [north, south] = await Promise.all([
    serve(ledger, northPlace, [issuer, registrar, alpenbank, rhone]),
    serve(ledger, southPlace, [baltic, fjord]),
  ])
  const member = async (server: MarketServer, tenant: TestTenant): Promise<MarketParty> => {
    const admin = await testClient(server.node.url, tenant.admin)
    const userAddr = tenant.user.address
    const { invitationToken } = await createUser(admin, { userAddr, name: `User of ${tenant.name}` })
    const client = await testClient(server.node.url, tenant.user)
    await acceptInvitation(client, { token: invitationToken })
    return { ...tenant, client }
  }
  return {
    ledger,
    north,
    south,
    issuer: await member(north, issuer),
    registrar: await member(north, registrar),
    alpenbank: await member(north, alpenbank),
    rhone: await member(north, rhone),
    baltic: await member(south, baltic),
    fjord: await member(south, fjord),
    async stop() {
      await Promise.all([north.node.close(), south.node.close()])
      await Promise.all([northPlace.remove(), southPlace.remove()])
      await ledger.stop()
    },
  }
}

async function serve(ledger: TestLedger, plan: NodePlan, tenants: TestTenant[]): Promise<MarketServer> {
  const hostedTenants = tenants.map(({ address }) => address)
  const server: MarketServer = {
    plan: plan,
    node: await startTestNode(plan, { hostedTenants }),
    async restart(given = {}) {
      await server.node.close()
      server.node = await startTestNode(plan, { hostedTenants, ...given })
      await untilIndexed(ledger, server.node)
    },
  }
  await untilIndexed(ledger, server.node)
  return server
}

export type MarketRegistry = { registryManagerAddr: Address; registrarAddr: Address; registryId: RegistryId }

/** A bond, and the registrar's registry of it, with account 11 for Alpenbank, 22 for Baltic and 33 for Rhône. */
export async function openRegistry(
  { ledger, issuer, registrar, alpenbank, baltic, rhone }: MarketFixture,
  identifier: string,
): Promise<MarketRegistry & { instrumentId: InstrumentId }> {
  const { instrumentId } = await createInstrument(issuer.client, {
    instrumentType: 'BOND',
    identifierType: 'ISIN',
    identifier,
    decimals: 2,
    details: { label: 'Hanseatic 2031', description: 'A bond for tests' },
  })
  const registryManagerAddr = Address.parse(ledger.deployment.contracts.AccountRegistryManager)
  const wanted = { registryManagerAddr, instrumentId, instrumentRevision: 1 }
  const { registryId } = await requestRegistration(registrar.client, wanted)
  await confirmRegistration(issuer.client, { registryManagerAddr, registryId })
  for (const [owner, account] of [
    [alpenbank, '11'],
    [baltic, '22'],
    [rhone, '33'],
  ] as const)
    await configureAccount(registrar.client, {
      registryManagerAddr,
      ownerAddr: owner.address,
      account: AccountNumber.parse(account),
    })
  return { registryManagerAddr, registrarAddr: registrar.address, registryId, instrumentId }
}

/** Alpenbank asks for a quantity in its account 11, and the registrar issues it. */
export async function mint(
  { alpenbank, registrar }: MarketFixture,
  { registryManagerAddr, registrarAddr, registryId }: MarketRegistry,
  quantity: bigint,
): Promise<void> {
  const { deliveryId } = await createMintRequest(alpenbank.client, {
    registryManagerAddr,
    registrarAddr,
    registryId,
    account: AccountNumber.parse('11'),
    quantity,
    description: 'First deposit',
  })
  await confirmAsRegistrar(registrar.client, deliveryId)
}
