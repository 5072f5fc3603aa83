import type { AccountNumber, Address } from '@connex/protocol'
import { hex } from '../ledger/hex.ts'
import type { RegistryParameters } from './confirmRegistration.ts'

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
