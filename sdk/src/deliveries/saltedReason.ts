import { fingerprintOf, freshSalt } from '@connex/protocol'
import type { Fingerprint } from '@connex/protocol'

/** A reason as it is fingerprinted: salted, so that nobody can guess it from the fingerprint on the ledger. */
export type SaltedReason = { salt: string; reason: string; fingerprint: Fingerprint }

export function saltedReason(reason: string): SaltedReason {
  const salted = { salt: freshSalt(), reason }
  return { ...salted, fingerprint: fingerprintOf(salted) }
}
