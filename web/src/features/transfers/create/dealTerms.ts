// The terms of a deal that a paper lists, of an opening and of a return.
import type { Direction } from '@connex/protocol'
import type { Term } from '../../../shared/paper/TermsPaper.tsx'
import { transactions } from '../../../messages/en/transactions.ts'
import { ticket } from '../../../messages/en/ticket.ts'
import { addMessages, t } from '../../../messages/t.ts'
import type { DealLeg } from './dealView.ts'

addMessages(ticket)
addMessages(transactions)

/**
 * What the user's tenant delivers or receives, and where, with the custodian if there are several.
 *
 * @example
 * legTerm({ key: 'deliver', what: '1,000 Hafenbank 2029', account: '4100' })
 */
export function legTerm(
  { key, what = '', account = '' }: Pick<DealLeg, 'key' | 'what' | 'account'>,
  custodian?: string,
): Term {
  const where = t('Ticket.account_of', { account })
  return {
    term: t(`Transactions.you_${key}`),
    value: what,
    note: custodian === undefined ? where : `${where} · ${custodian}`,
    isStrong: true,
  }
}

/** What the user's tenant pays or is paid, by what it does with the securities. */
export const cashTerm = (cash: string, direction: Direction): Term => ({
  term: t(direction === 'DELIVER' ? 'Ticket.you_are_paid' : 'Ticket.you_pay'),
  value: cash,
  isStrong: true,
})
