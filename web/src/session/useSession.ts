import type { Me } from '@connex/protocol'
import { isPositionHandler, whoami } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Product } from './configuration.ts'
import type { SignedIn } from './session.ts'
import { findCustodians } from './startSession.ts'

/** granted: may see the screens. restricted: the user may not handle positions. notInvestor: the tenant may not be here. */
export type Access = 'granted' | 'restricted' | 'notInvestor'

export function accessOf(me: Me, custodianCount: number): Access {
  if (custodianCount === 0) return 'notInvestor'
  return isPositionHandler(me.user) ? 'granted' : 'restricted'
}

/** What every screen behind the door may rely on. */
export type House = { session: SignedIn; product: Product; access: Access }

export const HouseContext = createContext<House | undefined>(undefined)

export function useHouse(): House {
  const house = use(HouseContext)
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
