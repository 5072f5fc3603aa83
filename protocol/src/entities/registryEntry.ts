import * as z from 'zod/mini'
import { AccountNumber, Address, Bytes32, Quantity } from '../scalars.ts'

/** The private half of a register's entry; its fingerprint is the entry's name on the ledger. */
export const RegistryEntryDetails = z.object({
  salt: Bytes32,
  owner: Address,
  account: AccountNumber,
  quantity: Quantity,
  isRedeemable: z.optional(z.boolean()),
  /** The registrar's own words for it. */
  reference: z.optional(z.string().check(z.maxLength(200))),
})
export type RegistryEntryDetails = z.infer<typeof RegistryEntryDetails>
