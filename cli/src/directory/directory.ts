import { ClientConfig, configuredCustodians, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, Tenant, WrittenText } from '@connex/protocol'
import { call, counterpartyOptions, everyPage, listDapps, listTenants, usableCustodians } from '@connex/sdk'
import type { Custodian } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import type { Session } from '../connection/connect.ts'
import { suggest } from '../terminal/text.ts'

/** The tenants of the platform, from the user's own tenant's point of view. */
export type Directory = {
  readonly tenants: readonly Tenant[]
  /** Registrars with whom the user's tenant may hold positions. */
  readonly custodians: readonly Custodian[]
  /** Tenants with whom it can create transfers. */
  readonly counterparties: readonly Tenant[]
  /** `nameOf('0x5b38…')` → 'Alpenbank', or the address itself if the tenant is unknown */
  readonly nameOf: (address: Address) => string
}

type Author = Pick<WrittenText, 'authorTenantAddr' | 'authorAddr' | 'authorName'>

/**
 * Who wrote a comment or a message: a colleague by name, or by wallet if the server does not know the name any more; of another
 * tenant, the tenant. `authorOf(comment, nameOf)` → 'a.keller, Alpenbank'
 */
export function authorOf(
  { authorTenantAddr, authorAddr, authorName }: Author,
  nameOf: Directory['nameOf'],
): string {
  const tenant = nameOf(authorTenantAddr)
  return authorAddr === ZERO_ADDRESS ? tenant : `${authorName ?? authorAddr}, ${tenant}`
}

export async function loadDirectory(
  { client, me, server }: Session,
  { signal }: Pick<Context, 'signal'>,
): Promise<Directory> {
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

/** The server's web client configuration lists the custodians; without one, all registrars count. */
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

const isSame = (left: string, right: string): boolean =>
  left.localeCompare(right, 'en', { sensitivity: 'base' }) === 0

/** A custodian by label, `manager:registrar` or address. Without any custodian the user is not an investor. */
export function findCustodian({ custodians }: Directory, text: string): Custodian {
  if (custodians.length === 0) throw CliError.of('notInvestor')
  const found = custodians.filter(({ key, label, registrarAddr }) =>
    [key, label, registrarAddr].some((name) => isSame(name, text)),
  )
  const [first, second] = found
  if (first === undefined)
    throw unknown(
      'custodian',
      text,
      custodians.map(({ label }) => label),
    )
  if (second !== undefined) throw CliError.of('ambiguous', text, found.map(({ key }) => key).join(', '))
  return first
}

/** A counterparty by name or address. */
export function findCounterparty({ counterparties }: Directory, text: string): Tenant {
  const found = counterparties.find(({ name, address }) => isSame(name, text) || isSame(address, text))
  if (found !== undefined) return found
  throw unknown(
    'counterparty',
    text,
    counterparties.map(({ name }) => name),
  )
}

/** Any tenant by name or address. */
export function findTenant({ tenants }: Directory, text: string): Address {
  const found = tenants.find(({ name, address }) => isSame(name, text) || isSame(address, text))
  if (found !== undefined) return found.address
  throw unknown(
    'tenant',
    text,
    tenants.map(({ name }) => name),
  )
}

function unknown(what: string, text: string, names: readonly string[]): CliError {
  const near = suggest(text, names)
  const help = near === undefined ? `There are: ${names.join(', ') || 'none'}.` : `Did you mean '${near}'?`
  return CliError.of('unknownName', what, text, help)
}
