// With whom the caller's tenant can hold positions, and whether its user may handle them.
import type { Address, CustodianPair, Dapp, PrivilegeName, Tenant, User } from '@connex/protocol'
import { CustodianKey } from '@connex/protocol'

/** A registrar under a registry manager, with whom the caller's tenant may hold positions. */
export type Custodian = {
  key: CustodianKey
  registryManagerAddr: Address
  registrarAddr: Address
  label: string
  dapp: Dapp
}

export type CustodianInput = {
  /** From the configuration; where it names none, every registrar of every registry is a candidate. */
  configured: readonly CustodianPair[]
  tenants: readonly Tenant[]
  dapps: readonly Dapp[]
  ownTenant: Address
}

/**
 * The custodians that the caller's tenant can use (spec §5): it holds the investor privilege on the custodian's dApp, and is
 * not the registrar itself. Entries whose tenant or dApp cannot be found are dropped. Pure.
 *
 * @example
 * usableCustodians({ configured: configuredCustodians(config), tenants, dapps, ownTenant }).map(({ label }) => label)
 */
export function usableCustodians({ configured, tenants, dapps, ownTenant }: CustodianInput): Custodian[] {
  const candidates = configured.length > 0 ? configured : allPairs(dapps)
  return candidates.flatMap(({ key, registryManagerAddr, registrarAddr, label }) => {
    const registrar = tenants.find(({ address }) => address === registrarAddr)
    const dapp = dapps.find(({ address }) => address === registryManagerAddr)
    if (registrar === undefined || dapp === undefined) return []
    if (registrarAddr === ownTenant || !holds(dapp, 'registry.INVESTOR', ownTenant)) return []
    return [{ key, registryManagerAddr, registrarAddr, label: label ?? registrar.name, dapp }]
  })
}

const allPairs = (dapps: readonly Dapp[]): CustodianPair[] =>
  dapps
    .filter(({ type }) => type === 'registry')
    .flatMap((dapp) =>
      (dapp.privileges['registry.REGISTRAR'] ?? []).map((registrar) => ({
        key: CustodianKey.parse(`${dapp.address}:${registrar.address}`),
        registryManagerAddr: dapp.address,
        registrarAddr: registrar.address,
        label: undefined,
      })),
    )

const holds = (dapp: Dapp, privilege: string, tenant: Address): boolean =>
  (dapp.privileges[privilege] ?? []).some(({ address }) => address === tenant)

const HANDLING: PrivilegeName = 'registry.SHARED_POSITION_HANDLING'

/**
 * Whether the user may handle positions, everywhere or on one instance (spec §6). Pure.
 *
 * @example
 * if (isPositionHandler(me.user)) showPositions()
 */
export const isPositionHandler = (user: Pick<User, 'privileges' | 'instancePrivileges'>): boolean =>
  user.privileges.includes(HANDLING) ||
  user.instancePrivileges.some(({ privileges }) => privileges.includes(HANDLING))
