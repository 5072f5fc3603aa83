import type { Address, Position, RegistryId, RegistryInstrument } from '@connex/protocol'
import { call, everyPage, type Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { instrumentParts } from './identifiers.ts'
import { useViewer } from './Viewer.ts'

type Registry = Pick<Position, 'registryManagerAddr' | 'registryId'>

const keyOf = ({ registryManagerAddr, registryId }: Registry) => `${registryManagerAddr}.${registryId}`

/** The suspended registries: they are few. */
const suspendedQuery = (client: Client) =>
  queryOptions({
    queryKey: ['instruments', 'suspended'],
    queryFn: async ({ signal }) => {
      const registryState = ['SUSPENDED' as const]
      const found = await everyPage((page) =>
        call(client, 'registryInstruments', { query: { ...page, registryState }, signal }),
      )
      return new Set(found.map(keyOf))
    },
  })

/** Whether a registry is suspended, so that nothing in it moves. The stream reports changes. */
export function useSuspended(): (registry: Registry) => boolean {
  const { client } = useViewer()
  const { data } = useQuery(suspendedQuery(client))
  return useCallback((registry) => data?.has(keyOf(registry)) === true, [data])
}

const registryInstrumentsQuery = (client: Client, registryIds: readonly RegistryId[]) =>
  queryOptions({
    queryKey: ['instruments', 'registries', registryIds],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(client, 'registryInstruments', { query: { ...page, registryIds: [...registryIds] }, signal }),
      ),
    enabled: registryIds.length > 0,
    staleTime: Infinity,
  })

/** The instruments of these registries; undefined while they load. */
export function useRegistryInstruments(
  registryIds: readonly RegistryId[],
): (registryManagerAddr: Address, registryId: string | undefined) => RegistryInstrument | undefined {
  const { client } = useViewer()
  const { data } = useQuery(registryInstrumentsQuery(client, registryIds))
  return (registryManagerAddr, registryId) =>
    data?.find((one) => one.registryId === registryId && one.registryManagerAddr === registryManagerAddr)
}

/** In a registry, as a leg or a deal has it. */
export type NamedAsset = { assetManagerAddr: Address; assetId: string }

/** The labels of these assets' instruments; undefined while they load. */
export function useAssetLabels(
  assets: readonly NamedAsset[],
): (asset: NamedAsset) => string | null | undefined {
  const ids = new Set(assets.map(({ assetId }) => assetId as RegistryId))
  const instrumentOf = useRegistryInstruments([...ids].toSorted())
  return ({ assetManagerAddr, assetId }) => instrumentOf(assetManagerAddr, assetId)?.label
}

/**
 * The names of these assets beside which no code is needed.
 *
 * @example
 * useAssetNames(assets)(asset) // 'Hafenbank 2029', and its identifier while the name loads
 */
export function useAssetNames(
  assets: readonly NamedAsset[],
): (asset: NamedAsset & { identifier: string | null }) => string {
  const labelOf = useAssetLabels(assets)
  return (asset) => instrumentParts(asset.identifier ?? '', labelOf(asset)).name
}
