// Who created and who confirmed a delivery of a deal.
import type { Confirmation, LegRole } from '../entities/delivery.ts'
import type { Address } from '../scalars.ts'
import type { DeliveryOfDeal } from './dealDelivery.ts'

type Confirmed = Pick<DeliveryOfDeal, 'creator' | 'createdTxHash'> & {
  confirmations: readonly Pick<Confirmation, 'role' | 'tenant' | 'txHash'>[]
}

/** Who confirms last: whoever keeps the registry, or lets a transaction elsewhere decide. */
const IS_LAST: Record<LegRole, boolean> = {
  sender: false,
  receiver: false,
  registrar: true,
  coordinator: true,
}

/**
 * The tenants that have confirmed, each once: the parties in the order in which they did, then the custodians. What the creator
 * confirmed by creating it does not count.
 *
 * @example
 * confirmersOf(deliveries[1]) // [balticTrust, alpenbank, meridianRegistrars]
 */
export function confirmersOf({ creator, createdTxHash, confirmations }: Confirmed): Address[] {
  const later = confirmations.filter(({ tenant, txHash }) => tenant !== creator || txHash !== createdTxHash)
  const inOrder = [
    ...later.filter(({ role }) => !IS_LAST[role]),
    ...later.filter(({ role }) => IS_LAST[role]),
  ]
  return [...new Set(inOrder.map(({ tenant }) => tenant))]
}

/** 'created by Alpenbank, confirmed by Baltic Trust Bank and Meridian Registrars' */
export function confirmersText(delivery: Confirmed, nameOf: (tenant: Address) => string): string {
  const created = `created by ${nameOf(delivery.creator)}`
  const names = confirmersOf(delivery).map((tenant) => nameOf(tenant))
  const last = names.pop()
  if (last === undefined) return created
  return `${created}, confirmed by ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`
}
