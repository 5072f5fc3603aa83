// With whom the caller's tenant can deal.
import type { Address, Tenant } from '@connex/protocol'

export type CounterpartyInput = {
  tenants: readonly Tenant[]
  ownTenant: Address
  /** The platform's own tenant bears its name. */
  platformName: string
  /** The configured registrars: they maintain registries, and are not counterparties. */
  registrars: readonly Address[]
}

/**
 * With whom the caller's tenant can make transfers (spec §5), by name. Pure.
 *
 * @example
 * counterpartyOptions({ tenants, ownTenant, platformName, registrars: custodians.map((one) => one.registrarAddr) })
 */
export const counterpartyOptions = (input: CounterpartyInput): Tenant[] =>
  input.tenants
    .filter(({ address }) => address !== input.ownTenant && !input.registrars.includes(address))
    .filter(({ name }) => name !== input.platformName)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
