import { whoami } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { findCustodians, type Access } from './access.ts'
import type { Product } from './configuration.ts'
import type { SignedIn } from './session.ts'

/** The session as every screen may rely on it. */
export type CurrentSession = { session: SignedIn; product: Product; access: Access }

export const SessionContext = createContext<CurrentSession | undefined>(undefined)

export function useSession(): CurrentSession {
  const current = use(SessionContext)
  if (current === undefined) throw new TypeError('useSession needs a signed-in user')
  return current
}

/** The rights of user and tenant, as the login found them and read again when the platform has changed. */
const rightsQuery = ({ client, config, me, custodians }: SignedIn) =>
  queryOptions({
    queryKey: ['platform', 'rights'],
    queryFn: async ({ signal }) => {
      const now = await whoami(client, { signal })
      return { me: now, custodians: await findCustodians(client, config, now, signal) }
    },
    initialData: { me, custodians },
    staleTime: Infinity,
  })

/** The current rights: the screens follow a privilege that is granted or withdrawn during the session. */
export const useRights = (session: SignedIn): Pick<SignedIn, 'me' | 'custodians'> =>
  useQuery(rightsQuery(session)).data
