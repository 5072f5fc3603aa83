import type { Me } from '@connex/protocol'
import { isPositionHandler } from '@connex/sdk'

/** granted: may see the screens. restricted: the user may not handle positions. notInvestor: the tenant may not be here. */
export type Access = 'granted' | 'restricted' | 'notInvestor'

export function accessOf(me: Me, custodianCount: number): Access {
  if (custodianCount === 0) return 'notInvestor'
  return isPositionHandler(me.user) ? 'granted' : 'restricted'
}
