import type { DeliveryLeg, Duty } from '@connex/protocol'

const texts: Record<Duty, string> = {
  deliver: 'confirm the delivery',
  receive: 'confirm the receipt',
  pay: 'report the payment as sent',
  getPaid: 'confirm that the payment came',
  reportDelivery: 'report the delivery outside the ledger',
  confirmReceipt: 'confirm the receipt outside the ledger',
  lock: 'lock its leg with a hash',
  unlock: 'unlock its leg with the key',
  register: 'confirm as registrar',
  coordinate: 'confirm as coordinator',
}

/** What is owed, as the end of 'Baltic Trust Bank has to …'. */
export const dutyText = (duty: Duty, leg: Pick<DeliveryLeg, 'legType'> | undefined): string =>
  duty === 'register' && leg?.legType === 'TRADITIONAL' ? 'confirm as transfer agent' : texts[duty]
