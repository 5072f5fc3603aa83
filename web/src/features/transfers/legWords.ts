import type { DeliveryLeg, Transfer } from '@connex/protocol'
import { formatCash, formatQuantity } from '../../lib/quantity.ts'
import { shorten } from '../../lib/shorten.ts'
import { cancelForm } from '../../messages/en/cancelForm.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(cancelForm)

export type Cash = Pick<Transfer, 'cashQuantity' | 'cashCurrency'>

/** What a leg moves: '3 DE000A2LQ5M9', '98,000.00 EUR', or '1,000 units of token 0x12…cd'. */
export function legWords(
  { legType, identifier, quantity, decimals, assetManagerAddr }: DeliveryLeg,
  { cashQuantity, cashCurrency }: Cash,
  instrumentOf: (identifier: string) => string,
): string {
  if (legType === 'EXTERNAL')
    return cashQuantity === null ? t('Confirming.a_payment') : formatCash(cashQuantity, cashCurrency ?? '')
  const amount = formatQuantity(quantity, decimals)
  if (identifier !== null) return `${amount} ${instrumentOf(identifier)}`
  const token = shorten(assetManagerAddr)
  return legType === 'TRADITIONAL'
    ? t('Confirming.of_an_instrument', { amount })
    : t('Confirming.of_token', { amount, token })
}
