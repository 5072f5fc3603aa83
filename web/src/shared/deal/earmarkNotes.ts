import type { Position } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import { formatQuantity } from '../../lib/format.ts'
import type { AssetChoices } from './useAssetChoices.ts'

/** `instrumentText(1000n, choices)` → '1,000 Hafenbank 2029 (DE000A2LQ5M4)' */
export const instrumentText = (
  quantity: bigint,
  { instrumentName, limits }: Pick<AssetChoices, 'instrumentName' | 'limits'>,
): string => `${formatQuantity(quantity, limits.decimals)} ${instrumentName}`

/**
 * An account's available and earmarked quantity before and after. With `onSettlement`, a negative quantity arrives, which
 * changes the available quantity alone, once it has settled.
 */
export function earmarkNotes(
  quantity: bigint,
  position: Pick<Position, 'available' | 'earmarked'> | undefined,
  decimals: number,
  onSettlement = false,
): string[] {
  const format = (units: bigint) => formatQuantity(units, decimals)
  const available = BigInt(position?.available ?? '0')
  const earmarked = BigInt(position?.earmarked ?? '0')
  const change = { before: format(available), after: format(available - quantity) }
  if (onSettlement) return [t('Deal.available_once', change)]
  return [
    t('Deal.available_change', change),
    t('Deal.earmarked_change', { before: format(earmarked), after: format(earmarked + quantity) }),
  ]
}
