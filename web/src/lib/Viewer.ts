import type { Address, User } from '@connex/protocol'
import type { Client, Custodian } from '@connex/sdk'
import { createContext, use } from 'react'

/** The session as features need it: the client to call with, the user and tenant, and their custodians. */
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
  if (viewer === undefined) throw new TypeError('useViewer needs a signed-in user')
  return viewer
}
