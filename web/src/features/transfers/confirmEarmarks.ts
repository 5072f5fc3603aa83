import { isDigital, type Position, type Transfer } from '@connex/protocol'
import type { Consequence } from '../../lib/deal/Consequence.ts'
import { earmarkNotes } from '../../lib/deal/earmarkNotes.ts'
import { t } from '../../messages/t.ts'

/** What confirming a delivery does to the account that it names: its free and earmarked quantity, before and after. */
export function confirmEarmarks(
  { legs }: Pick<Transfer, 'legs'>,
  position: Position | undefined,
): Consequence[] {
  if (position === undefined) return []
  const { registryId, owner, account, decimals } = position
  const leg = legs.find((one) => isDigital(one) && one.assetId === registryId && one.sender === owner)
  if (leg === undefined) return []
  const notes = earmarkNotes(BigInt(leg.quantity), position, decimals)
  return [{ when: t('Deal.now'), text: t('Deal.earmarked_in', { account }), notes }]
}
