import { readableText } from '@connex/protocol'
import { t } from '../../../messages/t.ts'
import { termsOf, withDetails } from '../transferFacts.ts'
import { transferSide } from '../transferSide.ts'
import type { Planned } from './planConfirms.ts'

/**
 * What one delivers and receives, with the accounts meant for it, and what was agreed beside that: the bytes to be signed do
 * not hold the private part of it.
 */
export function dealWords(
  { transfer: read, accounts, check }: Planned,
  instrumentOf: (identifier: string) => string,
): { sides: string[]; terms: string } {
  const transfer = withDetails(read, check)
  const sides = (['deliver', 'receive'] as const).flatMap((side) => {
    const told = transferSide(transfer, side, instrumentOf)
    if (told === undefined) return []
    const account = accounts?.[side] ?? told.account
    const quantity = told.quantity === '' ? t('Transactions.not_known_yet') : told.quantity
    const where = account && `, ${t(side === 'deliver' ? 'Signed.from' : 'Signed.into', { account })}`
    return [`${t(`Transactions.you_${side}`)} ${quantity} ${told.instrument}${where}`]
  })
  const terms = termsOf(transfer, check?.details).map(({ term, value }) => `${term} ${value}`)
  return {
    sides,
    terms: [readableText(transfer.description ?? ''), ...terms].filter((one) => one !== '').join(' · '),
  }
}
