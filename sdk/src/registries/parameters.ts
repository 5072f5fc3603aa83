import type { AccountNumber, Address, RegistryId } from '@connex/protocol'
import { hex } from '../ledger/scalars.ts'

export type RegistryParameters = { registryManagerAddr: Address; registryId: RegistryId }

/** So much in an investor's account with the registrar, in the instrument's smallest unit. */
export type OwnedQuantity = RegistryParameters & {
  ownerAddr: Address
  account: AccountNumber
  quantity: bigint
}

/** The account as the ledger takes it. */
export const ledgerAccount = ({ ownerAddr, account }: Pick<OwnedQuantity, 'ownerAddr' | 'account'>) => ({
  owner: hex(ownerAddr),
  accountNum: BigInt(account),
})
