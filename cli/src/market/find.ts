// What people write on the command line, found among what there is: by name, by address, by key.
import type { Address, Tenant } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { suggest } from '../command/suggest.ts'
import type { Market } from './readMarket.ts'

const isSame = (left: string, right: string): boolean =>
  left.localeCompare(right, 'en', { sensitivity: 'base' }) === 0

/** By label, `manager:registrar` or the registrar's address. Rules: without any custodian nobody goes on. */
export function findCustodian({ custodians }: Market, text: string): Custodian {
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
export function findCounterparty({ counterparties }: Market, text: string): Tenant {
  const found = counterparties.find(({ name, address }) => isSame(name, text) || isSame(address, text))
  if (found !== undefined) return found
  throw unknown(
    'counterparty',
    text,
    counterparties.map(({ name }) => name),
  )
}

/** Any tenant by name or address. */
export function findTenant({ tenants }: Market, text: string): Address {
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
