import { zeroAddress } from 'viem'
import type { Address, Hex } from 'viem'
import { privileges } from '../../generated/privileges.ts'

export type PrivilegeName = keyof typeof privileges

export type HolderChanges = {
  holder: Address
  changes: { privilege: Hex; instance: Address; granted: boolean }[]
}

/** `holderChanges(user, ['delivery.BACKOFFICE'])` as the privilege managers take it; instance 0 is everywhere. */
export const holderChanges = (
  holder: Address,
  names: readonly PrivilegeName[],
  instance: Address = zeroAddress,
  granted = true,
): HolderChanges => ({
  holder,
  changes: names.map((name) => ({ privilege: privileges[name], instance, granted })),
})
