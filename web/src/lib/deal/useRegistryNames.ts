import type { RegistryId } from '@connex/protocol'
import { call, everyPage, type SignedLeg } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { spokenIdentifier } from '../shownIdentifier.ts'
import { useViewer } from '../Viewer.ts'
import type { SignedNames } from './signedWords.ts'

/** What the instruments of these registries are called, and how many decimals they have. */
export function useRegistryNames(registryIds: readonly RegistryId[]): SignedNames['instrumentOf'] {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['instruments', 'signed', registryIds],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(client, 'registryInstruments', { query: { ...page, registryIds: [...registryIds] }, signal }),
      ),
    enabled: registryIds.length > 0,
    staleTime: Infinity,
  })
  return ({ registryId, assetManagerAddr }: SignedLeg) => {
    const found = data?.find(
      (one) => one.registryId === registryId && one.registryManagerAddr === assetManagerAddr,
    )
    return found && { name: spokenIdentifier(found.identifier, found.label), decimals: found.decimals }
  }
}
