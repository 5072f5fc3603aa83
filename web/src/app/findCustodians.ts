import { configuredCustodians, readableName, type ClientConfig, type Me } from '@connex/protocol'
import { everyPage, listDapps, listTenants, usableCustodians, type Client, type Custodian } from '@connex/sdk'

/** The custodians that the tenant may use now: none where it does not hold the investor privilege. */
export async function findCustodians(
  client: Client,
  config: ClientConfig,
  { tenant }: Me,
  signal: AbortSignal,
): Promise<readonly Custodian[]> {
  const [tenants, dapps] = await Promise.all([
    everyPage((page) => listTenants(client, page, { signal })),
    everyPage((page) => listDapps(client, page, { signal })),
  ])
  const configured = configuredCustodians(config)
  return usableCustodians({ configured, tenants, dapps, ownTenant: tenant.address }).map((custodian) => ({
    ...custodian,
    label: readableName(custodian.label),
  }))
}
