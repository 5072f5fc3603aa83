// A small world for the verbs' tests: a ledger with our contracts, and one real server that hosts an issuer, a registrar
// and two investors.
import {
  deploy,
  grantDappPrivileges,
  grantUserPrivileges,
  onboardTenant,
  openLedger,
} from '@connex/contracts/deploy'
import type { Ledger, TenantAccess } from '@connex/contracts/deploy'
import { Address } from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../../sdk/src/createClient.ts'
import type { Client } from '../../../sdk/src/createClient.ts'
import { discoverVersion } from '../../../sdk/src/http/discoverVersion.ts'
import { waitForIndex } from '../../../sdk/src/ledger/waitForIndex.ts'
import { createLocalSigner } from '../../../sdk/src/signer/createLocalSigner.ts'
import { freePort, startLedger } from './startLedger.ts'
import { startNodeProcess } from './startNodeProcess.ts'

export const TENANT_NAMES = ['issuer', 'registrar', 'alpen', 'baltic'] as const
export type TenantName = (typeof TENANT_NAMES)[number]

export type PlatformFixture = {
  rpcUrl: string
  url: string
  clients: Record<TenantName, Client>
  tenants: Record<TenantName, Address>
  keys: Record<TenantName, `0x${string}`>
  registryManagerAddr: Address
  /** Of all three kinds. */
  registryManagers: { accounts: Address; entries: Address; chains: Address }
  /** A user of the platform's operator, with every administrator's right. */
  operator: Client
  operatorTenant: Address
  /** A new wallet's client on the same server. */
  connect: (key: `0x${string}`) => Promise<Client>
  close: () => Promise<void>
}

// The first account of anvil's well-known mnemonic, rich from the start.
const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const NODE_KEY = `0x${'99'.repeat(32)}` as const

const KEYS: Record<TenantName, `0x${string}`> = {
  issuer: `0x${'11'.repeat(32)}`,
  registrar: `0x${'22'.repeat(32)}`,
  alpen: `0x${'33'.repeat(32)}`,
  baltic: `0x${'44'.repeat(32)}`,
}

const DESK: PrivilegeName[] = ['user.DAPP_USER', 'registry.SHARED_POSITION_HANDLING', 'delivery.BACKOFFICE']
const RIGHTS: Record<TenantName, PrivilegeName[]> = {
  issuer: ['user.DAPP_USER', 'instrument.BACKOFFICE', 'registry.ISSUER_DOCUMENTATION'],
  registrar: [...DESK, 'registry.REGISTRAR_REGISTRATION'],
  alpen: DESK,
  baltic: DESK,
}

export async function startPlatformFixture(): Promise<PlatformFixture> {
  const ledger = await startLedger()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { rpcUrl, chainId } = ledger
  const platform = { operator: { name: 'ConneX Platform', apiUrl: url, lei: '' } }
  const { contracts, operator } = await deploy({ rpcUrl, chainId, deployerKey: DEPLOYER, platform })
  const deployment = { contracts, operator }
  const chain = openLedger({ rpcUrl, chainId })
  const admin = privateKeyToAccount(DEPLOYER)
  const access = {} as Record<TenantName, TenantAccess>
  for (const name of TENANT_NAMES) {
    const user = privateKeyToAccount(KEYS[name]).address
    access[name] = await onboardTenant(chain, admin, deployment, { name, apiUrl: url, lei: '' }, user)
    await grantUsers(chain, name, access[name], contracts.PlatformManager)
  }
  const grants = (holder: TenantName, privilege: PrivilegeName) => ({
    holder: access[holder].tenant,
    privileges: [privilege],
  })
  await grantDappPrivileges(chain, admin, operator, contracts.InstrumentManager, [
    grants('issuer', 'instrument.ISSUER'),
  ])
  await grantDappPrivileges(chain, admin, operator, contracts.AccountRegistryManager, [
    grants('issuer', 'registry.ISSUER'),
    grants('registrar', 'registry.REGISTRAR'),
    grants('alpen', 'registry.INVESTOR'),
    grants('baltic', 'registry.INVESTOR'),
  ])
  const tenants = Object.fromEntries(
    TENANT_NAMES.map((name) => [name, Address.parse(access[name].tenant)]),
  ) as Record<TenantName, Address>
  const node = await startNodeProcess({
    rpcUrl,
    chainId,
    port,
    platformManager: Address.parse(contracts.PlatformManager),
    nodeKey: NODE_KEY,
    hostedTenants: [...Object.values(tenants), Address.parse(operator.tenant)],
  })
  const connect = (key: `0x${string}`) => connectTo(node.url, key, chainId)
  const clients = Object.fromEntries(
    await Promise.all(TENANT_NAMES.map(async (name) => [name, await connect(KEYS[name])] as const)),
  ) as Record<TenantName, Client>
  await untilIndexed(clients.issuer, Number(await chain.client.getBlockNumber()))
  return {
    rpcUrl,
    url: node.url,
    clients,
    tenants,
    keys: KEYS,
    registryManagerAddr: Address.parse(contracts.AccountRegistryManager),
    registryManagers: {
      accounts: Address.parse(contracts.AccountRegistryManager),
      entries: Address.parse(contracts.EntryRegistryManager),
      chains: Address.parse(contracts.ChainRegistryManager),
    },
    operator: await connect(DEPLOYER),
    operatorTenant: Address.parse(operator.tenant),
    connect,
    close: async () => {
      await node.close()
      await ledger.close()
    },
  }
}

async function grantUsers(chain: Ledger, name: TenantName, access: TenantAccess, platform: `0x${string}`) {
  const user = privateKeyToAccount(KEYS[name])
  const node = privateKeyToAccount(NODE_KEY).address
  await grantUserPrivileges(chain, user, access, platform, [
    { user: user.address, privileges: RIGHTS[name] },
    { user: node, privileges: ['user.NODE_ACCOUNT'] },
  ])
}

async function connectTo(baseUrl: string, key: `0x${string}`, chainId: number): Promise<Client> {
  const client = createClient({ baseUrl, signer: createLocalSigner(key, { chainId }), chainId })
  await discoverVersion(client)
  return client
}

/** Until the server has read the tenants themselves it knows nobody, and refuses. */
async function untilIndexed(client: Client, block: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const refused = await waitForIndex(client, block).catch((error: unknown) => error)
    if (refused === undefined) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server does not catch up')
}
