import type { PrivilegeName, User } from '@connex/protocol'

const HANDLING: PrivilegeName = 'registry.SHARED_POSITION_HANDLING'

/**
 * Whether the user may handle positions, everywhere or on one instance (spec §6). Pure.
 *
 * @example
 * if (isPositionHandler(me.user)) showPositions()
 */
export const isPositionHandler = (user: Pick<User, 'privileges' | 'instancePrivileges'>): boolean =>
  user.privileges.includes(HANDLING) ||
  user.instancePrivileges.some(({ privileges }) => privileges.includes(HANDLING))
