import type { Duty } from '@connex/protocol'

/** What is owed, as the end of 'Baltic Trust Bank has to …'. */
export const dutyTexts: Record<Duty, string> = {
  deliver: 'confirm the delivery',
  receive: 'confirm the receipt',
  pay: 'report the payment as sent',
  getPaid: 'confirm that the payment came',
  lock: 'lock',
  unlock: 'unlock',
  register: 'confirm as registrar',
  coordinate: 'confirm as coordinator',
}
