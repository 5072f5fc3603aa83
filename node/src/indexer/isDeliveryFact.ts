import type { Append } from './Change.ts'

const DELIVERY_FACTS = ['legs', 'confirmations', 'receipts', 'cancel_votes'] as const

/** Whether rows of the table speak of one delivery. */
export const isDeliveryFact = (table: Append['table']): table is (typeof DELIVERY_FACTS)[number] =>
  (DELIVERY_FACTS as readonly string[]).includes(table)
