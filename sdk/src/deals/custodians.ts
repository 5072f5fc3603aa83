// Whether the custodians of securities can confirm a movement of them, as the index knows their registries and privileges.
import type { Dapp, RegistryId, RegistryInstrument } from '@connex/protocol'
import { assetKey, custodianRefusal } from '@connex/protocol/deals'
import type { Asset, CustodianFault, Deal, UnusableCustodians } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { ApiError } from '../errors.ts'
import { everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { listDapps, listTenants } from '../platform/queries.ts'
import { readRegistries } from '../registries/assetLabels.ts'
import { refusedBy } from './DealError.ts'

type AssetId = Pick<Asset, 'assetManagerAddr' | 'assetId'>

/** By `assetKey`. */
export type Registries = ReadonlyMap<string, RegistryInstrument>

/** The registries of assets, as far as the tenant's server has them. */
export async function registriesOf(
  client: Client,
  assets: readonly AssetId[],
  control: CallControl = {},
): Promise<Registries> {
  const read = await readRegistries(
    client,
    assets.map(({ assetId }) => assetId as RegistryId),
    control,
  )
  return new Map(read.map((one) => [keyOf(one), one]))
}

const keyOf = ({ registryManagerAddr, registryId }: RegistryInstrument): string =>
  assetKey({ assetManagerAddr: registryManagerAddr, assetId: registryId })

/** The custodians of these registries that cannot confirm now: the ledger would refuse their confirmation. */
export async function unusableCustodians(
  client: Client,
  registries: Registries,
  control: CallControl = {},
): Promise<UnusableCustodians> {
  if (registries.size === 0) return new Map()
  const dapps = await everyPage((page) => listDapps(client, { ...page, dappTypes: ['registry'] }, control))
  const faults = [...registries].flatMap(([key, registry]) => {
    const fault = faultOf(registry, dapps)
    return fault === undefined ? [] : [{ key, fault, registrarAddr: registry.registrarAddr }]
  })
  if (faults.length === 0) return new Map()
  const tenants = await everyPage((page) => listTenants(client, page, control))
  return new Map(
    faults.map(({ key, fault, registrarAddr }) => {
      const custodian = tenants.find(({ address }) => address === registrarAddr)?.name ?? registrarAddr
      return [key, { custodian, fault }]
    }),
  )
}

/** A manager that is unknown here says nothing about its registrars. */
function faultOf(
  { registryState, registrarAddr, registryManagerAddr }: RegistryInstrument,
  dapps: readonly Dapp[],
): CustodianFault | undefined {
  if (registryState !== 'REGISTERED') return registryState
  const manager = dapps.find(({ address }) => address === registryManagerAddr)
  const registrars = manager?.privileges['registry.REGISTRAR'] ?? []
  const isRegistrar = registrars.some(({ address }) => address === registrarAddr)
  return manager === undefined || isRegistrar ? undefined : 'NOT_REGISTRAR'
}

/** Throws where a custodian of what moves cannot confirm: its part would stay pending, and everything earmarked with it. */
export async function requireCustodians(
  client: Client,
  deal: Deal,
  moved: readonly Asset[],
  control: CallControl = {},
): Promise<void> {
  const registries = await registriesOf(client, moved, control).catch((error: unknown): Registries => {
    // Who may confirm and reads no instruments leaves the check to the ledger.
    if (error instanceof ApiError && error.status === 403) return new Map()
    throw error
  })
  const refusal = custodianRefusal(moved, await unusableCustodians(client, registries, control))
  if (refusal !== undefined) throw refusedBy(deal, refusal)
}
