// Sums of documented cash by currency, exact to the cent. Currencies are never added up.
import { CASH_DECIMALS, Currency, type CashFlow, type DueEvent } from '@connex/protocol'
import { formatCash, formatQuantity } from '../../lib/format.ts'
import { due } from '../../messages/en/desk/due.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(due)

/** '2018800.00' → 201880000n */
export const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** 201880000n → '2018800.00' */
export const amountOf = (cents: bigint): string => formatQuantity(cents, CASH_DECIMALS).replaceAll(',', '')

/** What events bring in and take out, in the order of the currencies. */
export function cashFlowsOf(events: readonly Pick<DueEvent, 'incoming' | 'outgoing'>[]): CashFlow[] {
  return Currency.options.flatMap((currency) => {
    const sum = (side: 'incoming' | 'outgoing'): bigint =>
      events
        .flatMap((event) => event[side].cash ?? [])
        .filter((cash) => cash.currency === currency)
        .reduce((cents, { amount }) => cents + centsOf(amount), 0n)
    const [incoming, outgoing] = [sum('incoming'), sum('outgoing')]
    return incoming === 0n && outgoing === 0n
      ? []
      : [{ currency, incoming: amountOf(incoming), outgoing: amountOf(outgoing) }]
  })
}

/** 'in EUR 2,018,800.00', 'out EUR 162,199.64': one line for each direction of each currency. */
export const cashFlowTexts = (flows: readonly CashFlow[]): string[] =>
  flows.flatMap(({ currency, incoming, outgoing }) => [
    ...(centsOf(incoming) === 0n ? [] : [t('Due.in', { amount: formatCash(incoming, currency) })]),
    ...(centsOf(outgoing) === 0n ? [] : [t('Due.out', { amount: formatCash(outgoing, currency) })]),
  ])
