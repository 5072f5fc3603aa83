import { SaltedText, fingerprintOf, freshSalt } from '@connex/protocol'
import type { Fingerprint } from '@connex/protocol'

/** A reason as it is fingerprinted: salted, so that nobody can guess it from the fingerprint on the ledger. */
export type SaltedReason = { comment: SaltedText; fingerprint: Fingerprint }

/**
 * A reason with a fresh salt, and its fingerprint. Pure but for the salt.
 *
 * @example
 * const { comment, fingerprint } = saltedReason('Corporate action')
 */
export function saltedReason(reason: string): SaltedReason {
  const comment = SaltedText.parse({ salt: freshSalt(), text: reason })
  return { comment, fingerprint: fingerprintOf(comment) }
}
