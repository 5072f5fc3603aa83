// What the parties should know of securities before these come into a deal: who issued them, when they mature, and whether their giver
// can spare them.
import type { Address, RegistryId, Tenant } from '@connex/protocol'
import { assetKey } from '@connex/protocol/deals'
import type { Asset, Deal } from '@connex/protocol/deals'
import { availabilityUntil, collateralDoubts } from '@connex/protocol/substitutions'
import type { CollateralDoubt, CollateralFacts } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import { call, everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { listTenants } from '../platform/queries.ts'
import { currentMe, utcDay } from '../session/session.ts'
import type { Registries } from './custodians.ts'
import type { InstrumentTerms } from './instrumentTerms.ts'

export type IncomingCollateral = {
  deal: Deal
  /** Who gives it. */
  giver: Address
  incoming: readonly { asset: Asset; quantity: bigint }[]
  registries: Registries
  terms: InstrumentTerms
}

/** The doubts about what comes in. Only its giver's own client knows what its giver needs later. */
export async function findCollateralDoubts(
  client: Client,
  { deal, giver, incoming, registries, terms }: IncomingCollateral,
  control: CallControl = {},
): Promise<CollateralDoubt[]> {
  const today = utcDay(client)
  const [me, tenants] = await Promise.all([
    currentMe(client),
    everyPage((page) => listTenants(client, page, control)),
  ])
  const facts = new Map<string, CollateralFacts>()
  for (const { asset } of incoming) {
    const registry = registries.get(assetKey(asset))
    if (registry === undefined || facts.has(assetKey(asset))) continue
    facts.set(assetKey(asset), {
      isOwnIssue: isIssueOf(giver, registry.issuerAddr, tenants),
      maturityDate: terms.get(registry.instrumentId)?.maturityDate ?? null,
      days:
        giver === me.tenant.address
          ? await daysOf(client, asset, availabilityUntil(deal, today), control)
          : [],
    })
  }
  return collateralDoubts(deal, incoming, { facts, giver, today })
}

/** By tenant, or by LEI where an institution has several tenants. Any tenant can choose any name. */
function isIssueOf(giver: Address, issuer: Address, tenants: readonly Tenant[]): boolean {
  const leiOf = (tenant: Address) => tenants.find(({ address }) => address === tenant)?.lei ?? ''
  return issuer === giver || (leiOf(giver) !== '' && leiOf(issuer) === leiOf(giver))
}

async function daysOf(
  client: Client,
  { assetManagerAddr, assetId }: Asset,
  to: string | undefined,
  control: CallControl,
): Promise<CollateralFacts['days']> {
  const query = { registryManagerAddr: assetManagerAddr, registryId: assetId as RegistryId, to }
  const { items } = await call(client, 'availability', { ...control, query })
  return items[0]?.days ?? []
}
