import { createContext, use } from 'react'
import type { Access } from './accessOf.ts'
import type { Product } from './product.ts'
import type { SignedIn } from './session.ts'

/** What every screen behind the door may rely on. */
export type House = { session: SignedIn; product: Product; access: Access }

export const HouseContext = createContext<House | undefined>(undefined)

export function useHouse(): House {
  const house = use(HouseContext)
  if (house === undefined) throw new TypeError('this stands behind the door only')
  return house
}
