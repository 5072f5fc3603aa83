/**
 * Why a vault is empty: nobody has opened it, its user locked it or has been idle, it was open for longer than a day's
 * work, no tab is left, the machine slept, or another wallet was opened.
 */
export const LOCK_REASONS = [
  'neverOpened',
  'loggedOut',
  'idle',
  'tooLong',
  'alone',
  'clockJump',
  'otherWallet',
] as const

export type LockReason = (typeof LOCK_REASONS)[number]
