import { type Address, ClientConfig, configuredCustodians, type Tenant, ZERO_ADDRESS } from '@connex/protocol'
import {
  call,
  counterpartyOptions,
  type Custodian,
  everyPage,
  listDapps,
  listTenants,
  usableCustodians,
} from '@connex/sdk'
import type { Context } from '../command/Command.ts'
import type { Session } from '../connection/connect.ts'

/** Who there is, as seen from the own tenant. */
export type Market = {
  readonly tenants: readonly Tenant[]
  /** With whom the own tenant may hold positions. */
  readonly custodians: readonly Custodian[]
  /** With whom it can make transfers. */
  readonly counterparties: readonly Tenant[]
  /** `nameOf('0x5b38…')` → 'Alpenbank', or the address of a tenant that is not known. */
  readonly nameOf: (address: Address) => string
}

export async function readMarket(
  { client, me, server }: Session,
  { signal }: Pick<Context, 'signal'>,
): Promise<Market> {
  const [tenants, dapps, platform, config] = await Promise.all([
    everyPage((page) => listTenants(client, page, { signal })),
    everyPage((page) => listDapps(client, page, { signal })),
    call(client, 'platform', { signal }),
    readConfig(server, signal),
  ])
  const ownTenant = me.tenant.address
  const configured = configuredCustodians(config)
  const custodians = usableCustodians({ configured, tenants, dapps, ownTenant })
  const registrars = custodians.map(({ registrarAddr }) => registrarAddr)
  const names = new Map(tenants.map(({ address, name }) => [address, name]))
  return {
    tenants,
    custodians,
    counterparties: counterpartyOptions({ tenants, ownTenant, platformName: platform.name, registrars }),
    nameOf: (address) => names.get(address) ?? (address === ZERO_ADDRESS ? 'N/A' : address),
  }
}

/** The configuration of the server's web client names the custodians; where there is none, all of them count. */
async function readConfig(server: string, signal: AbortSignal): Promise<ClientConfig> {
  try {
    const answer = await fetch(`${server}/config/config.json`, { cache: 'no-store', signal })
    const config = ClientConfig.safeParse(answer.ok ? await answer.json() : {})
    if (config.success) return config.data
  } catch {
    signal.throwIfAborted()
  }
  return ClientConfig.parse({})
}
