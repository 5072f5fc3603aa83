import { createClient, createLocalSigner, discoverVersion, openSession } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { ServerName } from './people.ts'
import { firstUser } from './plan.ts'
import type { PlannedTenant, PlannedUser, SandboxPlan, SettledTenant } from './plan.ts'

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
