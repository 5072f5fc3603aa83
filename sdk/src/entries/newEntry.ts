import { RegistryEntryDetails, fingerprintOf, freshSalt, toQuantity } from '@connex/protocol'
import type { AccountNumber, Address, Fingerprint } from '@connex/protocol'

/** What stands behind an entry, and only its owner and the registrar know. */
export type NewEntry = {
  account: AccountNumber
  quantity: bigint
  /** The registrar's own words for it. */
  reference?: string | undefined
}

export type MadeEntry = { details: RegistryEntryDetails; fingerprint: Fingerprint }

/** An entry's private half with a fresh salt, and the fingerprint that is its name on the ledger. */
export function newEntry(owner: Address, { account, quantity, reference }: NewEntry): MadeEntry {
  const named = reference === undefined ? {} : { reference }
  const details = RegistryEntryDetails.parse({
    salt: freshSalt(),
    owner,
    account,
    quantity: toQuantity(quantity),
    ...named,
  })
  return { details, fingerprint: fingerprintOf(details) }
}
