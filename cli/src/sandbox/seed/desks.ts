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
import type { PlannedTenant, PlannedUser, SandboxPlan, ServerName, SettledTenant } from './tenants.ts'

/** A tenant together with its first user's client: the seed works through the same SDK as everybody. */
export type Desk<Tenant extends PlannedTenant = SettledTenant> = { tenant: Tenant; client: Client }
export type Desks = Record<string, Desk>

export type Where = { serverUrls: Record<ServerName, string>; chainId: number }

/** A client with one user's wallet. */
export async function openWallet(tenant: PlannedTenant, user: PlannedUser, where: Where): Promise<Client> {
  const signer = createLocalSigner(Buffer.from(user.privateKey.slice(2), 'hex'), { chainId: where.chainId })
  const client = createClient({ baseUrl: where.serverUrls[tenant.server], chainId: where.chainId, signer })
  await discoverVersion(client)
  return client
}

/** A signed-in client of one user. */
export async function openDesk<Tenant extends PlannedTenant>(
  tenant: Tenant,
  user: PlannedUser,
  where: Where,
): Promise<Desk<Tenant>> {
  const client = await openWallet(tenant, user, where)
  await openSession(client)
  return { tenant, client }
}

/** Every tenant's first user, by the tenant's name. */
export async function openDesks(plan: SandboxPlan, where: Where): Promise<Desks> {
  const desks = await Promise.all(plan.tenants.map((tenant) => openDesk(tenant, firstUser(tenant), where)))
  return Object.fromEntries(desks.map((desk) => [desk.tenant.name, desk]))
}

export function deskOf(desks: Desks, name: string): Desk {
  const desk = desks[name]
  if (desk === undefined) throw new Error(`the sandbox has no desk of ${name}`)
  return desk
}

/** Waits until every desk's server has read the ledger up to a block: one bank's next step builds on another's. */
export async function together(desks: Desks | readonly Desk[], block: BlockNumber): Promise<void> {
  await Promise.all(Object.values(desks).map(({ client }) => waitForIndex(client, block)))
}

const LONGEST_MS = 60_000
const EVERY_MS = 50

/** Until every server has read the ledger up to a block: before that it knows neither tenants nor users. */
export async function waitForServers({ serverUrls, chainId }: Where, block: number): Promise<void> {
  const deadline = Date.now() + LONGEST_MS
  await Promise.all(
    Object.values(serverUrls).map(async (baseUrl) => {
      while ((await indexedBlock(baseUrl, chainId)) < block) {
        if (Date.now() > deadline) throw new Error(`${baseUrl} does not read the ledger; its log says why`)
        await pause(EVERY_MS)
      }
    }),
  )
}

/** A server that does not answer may be starting again: it is asked once more. */
async function indexedBlock(baseUrl: string, chainId: number): Promise<number> {
  try {
    const client = createClient({ baseUrl, chainId })
    await discoverVersion(client)
    return (await call(client, 'health')).indexedBlock ?? -1
  } catch {
    return -1
  }
}

/** Until when the locked user stays locked: a year from the first start. */
const LOCK_SECONDS = 365 * 24 * 3600

/** Every tenant's administrator invites its users, itself first, and each user's wallet accepts. */
export async function addUsers(desks: Desks, where: Where): Promise<void> {
  await Promise.all(
    Object.values(desks).map(async ({ tenant, client }) => {
      for (const user of tenant.users) {
        const { address, name, status } = user
        const { invitationToken } = await createUser(client, { userAddr: address, name, userId: name })
        const wallet = await openWallet(tenant, user, where)
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
