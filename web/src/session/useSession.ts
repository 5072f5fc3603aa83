import { whoami } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { findCustodians, type Access } from './access.ts'
import type { Product } from './configuration.ts'
import type { SignedIn } from './session.ts'

/** What every screen behind the door may rely on. */
export type CurrentSession = { session: SignedIn; product: Product; access: Access }

export const SessionContext = createContext<CurrentSession | undefined>(undefined)

export function useSession(): CurrentSession {
  const house = use(SessionContext)
  if (house === undefined) throw new TypeError('this stands behind the door only')
  return house
}

/**
 * What user and tenant may do: as the login learnt it, and asked again as soon as the platform has changed, so that a
 * privilege which is given or taken while one works is followed by the screens.
 */
export function useRights({ client, config, me, custodians }: SignedIn): Pick<SignedIn, 'me' | 'custodians'> {
  const { data } = useQuery({
    queryKey: ['platform', 'rights'],
    queryFn: async ({ signal }) => {
      const now = await whoami(client, { signal })
      return { me: now, custodians: await findCustodians(client, config, now, signal) }
    },
    initialData: { me, custodians },
    staleTime: Infinity,
  })
  return data
}
