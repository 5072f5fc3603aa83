// Private details beside the ledger's fingerprint: whoever acts on them checks them, so that not even the tenant's own server need
// be trusted.
import type { DeliveryDetails, LegType } from '../entities/delivery.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { Fingerprint } from '../scalars.ts'

/** What differs is never shown. */
export type Checked<Details> =
  { result: 'matches'; details: Details } | { result: 'differs' | 'missing'; details?: never }

/** `checkDetails(details, transfer.privateDataFp)` */
export function checkDetails<Details extends DeliveryDetails>(
  details: Details | null | undefined,
  fingerprint: Fingerprint | undefined,
): Checked<Details> {
  if (!details) return { result: 'missing' }
  return fingerprintOf(details) === fingerprint ? { result: 'matches', details } : { result: 'differs' }
}

/**
 * Why nobody should confirm by these details: they differ from the ledger's fingerprint, or are missing while an amount of cash
 * depends on them. `detailsDoubt(repo, { result: 'missing' })` → 'missing'
 */
export function detailsDoubt(
  { legs }: { legs: readonly { legType: LegType }[] },
  { result }: Pick<Checked<unknown>, 'result'>,
): 'differs' | 'missing' | undefined {
  if (result === 'matches') return undefined
  return result === 'differs' || legs.some(({ legType }) => legType === 'EXTERNAL') ? result : undefined
}
