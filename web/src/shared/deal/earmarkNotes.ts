import type { Position } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import { formatQuantity } from '../../lib/format.ts'
import type { AssetChoices } from './useAssetChoices.ts'

/** `instrumentWords(1000n, choices)` → '1,000 DE000A2LQ5M4' */
export const instrumentText = (
  quantity: bigint,
  { identifier, limits }: Pick<AssetChoices, 'identifier' | 'limits'>,
): string => `${formatQuantity(quantity, limits.decimals)} ${identifier}`

/**
 * An account's free and earmarked quantity before and after. A negative quantity arrives, which changes what is free
 * alone, `once` it has settled.
 */
export function earmarkNotes(
  quantity: bigint,
  position: Pick<Position, 'available' | 'earmarked'> | undefined,
  decimals: number,
  once = false,
): string[] {
  const format = (units: bigint) => formatQuantity(units, decimals)
  const free = BigInt(position?.available ?? '0')
  const earmarked = BigInt(position?.earmarked ?? '0')
  const freeWords = { before: format(free), after: format(free - quantity) }
  if (once) return [t('Deal.available_once', freeWords)]
  return [
    t('Deal.available_change', freeWords),
    t('Deal.earmarked_change', { before: format(earmarked), after: format(earmarked + quantity) }),
  ]
}
