import { setTimeout as pause } from 'node:timers/promises'
import type { BlockNumber } from '@connex/protocol'
import {
  acceptInvitation,
  call,
  createClient,
  createLocalSigner,
  createUser,
  discoverVersion,
  openSession,
  updateUser,
  waitForIndex,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { firstUser } from './tenants.ts'
import type { PlannedTenant, PlannedUser, SandboxPlan, ServerName, OnboardedTenant } from './tenants.ts'

/** A tenant with its first user's client. The seed uses the SDK as any integration does. */
export type Desk<Tenant extends PlannedTenant = OnboardedTenant> = { tenant: Tenant; client: Client }
export type Desks = Record<string, Desk>

export type Servers = { serverUrls: Record<ServerName, string>; chainId: number }

/** A client with one user's wallet. */
async function openWallet(tenant: PlannedTenant, user: PlannedUser, servers: Servers): Promise<Client> {
  const signer = createLocalSigner(Buffer.from(user.privateKey.slice(2), 'hex'), { chainId: servers.chainId })
  const client = createClient({
    baseUrl: servers.serverUrls[tenant.server],
    chainId: servers.chainId,
    signer,
  })
  await discoverVersion(client)
  return client
}

/** A signed-in client of one user. */
export async function openDesk<Tenant extends PlannedTenant>(
  tenant: Tenant,
  user: PlannedUser,
  servers: Servers,
): Promise<Desk<Tenant>> {
  const client = await openWallet(tenant, user, servers)
  await openSession(client)
  return { tenant, client }
}

/** Every tenant's first user, by the tenant's name. */
export async function openDesks(plan: SandboxPlan, servers: Servers): Promise<Desks> {
  const desks = await Promise.all(plan.tenants.map((tenant) => openDesk(tenant, firstUser(tenant), servers)))
  return Object.fromEntries(desks.map((desk) => [desk.tenant.name, desk]))
}

export function deskOf(desks: Desks, name: string): Desk {
  const desk = desks[name]
  if (desk === undefined) throw new Error(`the sandbox has no desk of ${name}`)
  return desk
}

/** Waits until every server has indexed a block: one tenant's next step needs another's last. */
export async function waitForAll(desks: Desks, block: BlockNumber): Promise<void> {
  const clients = new Map(Object.values(desks).map(({ tenant, client }) => [tenant.server, client]))
  await Promise.all([...clients.values()].map((client) => waitForIndex(client, block)))
}

const TIMEOUT_MS = 60_000
const POLL_MS = 50

/** Waits until every server has indexed a block: until then it knows neither tenants nor users. */
export async function waitForServers({ serverUrls, chainId }: Servers, block: number): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  await Promise.all(
    Object.values(serverUrls).map(async (baseUrl) => {
      while ((await indexedBlock(baseUrl, chainId)) < block) {
        if (Date.now() > deadline) throw new Error(`${baseUrl} does not index the ledger; see its log`)
        await pause(POLL_MS)
      }
    }),
  )
}

/** -1 for a server that does not answer; it may be restarting. */
async function indexedBlock(baseUrl: string, chainId: number): Promise<number> {
  try {
    const client = createClient({ baseUrl, chainId })
    await discoverVersion(client)
    return (await call(client, 'health')).indexedBlock ?? -1
  } catch {
    return -1
  }
}

/** The locked user stays locked for a year. */
const LOCK_SECONDS = 365 * 24 * 3600

/** Each tenant's administrator invites its users, first itself, and each user's wallet accepts. */
export async function addUsers(desks: Desks, servers: Servers): Promise<void> {
  await Promise.all(
    Object.values(desks).map(async ({ tenant, client }) => {
      for (const user of tenant.users) {
        const { address, name, status } = user
        const { invitationToken } = await createUser(client, { userAddr: address, name, userId: name })
        const wallet = await openWallet(tenant, user, servers)
        await acceptInvitation(wallet, { token: invitationToken })
        if (status === 'INACTIVE') await updateUser(client, { userAddr: address, status: 'INACTIVE' })
        if (status === 'LOCKED') {
          const lockExpiration = Math.floor(Date.now() / 1000) + LOCK_SECONDS
          await updateUser(client, { userAddr: address, lockExpiration })
        }
      }
    }),
  )
}
