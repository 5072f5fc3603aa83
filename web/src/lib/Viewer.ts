import type { Address, User } from '@connex/protocol'
import type { Client, Custodian } from '@connex/sdk'
import { createContext, use } from 'react'

/** What a feature needs of the session: whom to ask, in whose name, and with which custodians. */
export type Viewer = {
  client: Client
  user: User
  tenantAddr: Address
  tenantName: string
  custodians: readonly Custodian[]
}

export const ViewerContext = createContext<Viewer | undefined>(undefined)

export function useViewer(): Viewer {
  const viewer = use(ViewerContext)
  if (viewer === undefined) throw new TypeError('nobody is signed in here')
  return viewer
}
