// What a quantity counts, beside it: nominal in a currency, or units.
import type { Unit } from '@connex/protocol'
import { panels } from '../messages/en/panels.ts'
import { addMessages, t } from '../messages/t.ts'
import { formatQuantity } from './format.ts'

addMessages(panels)

/** `unitText('EUR')` → 'EUR nominal' */
export function unitText(unit: Unit): string {
  if (unit === 'UNITS') return t('Quantity.units')
  return unit === 'NOMINAL' ? t('Quantity.nominal') : t('Quantity.nominal_in', { currency: unit })
}

/** `withUnit('1050', 2, 'UNITS')` → '10.50 units' */
export const withUnit = (quantity: string | bigint, decimals: number, unit: Unit): string =>
  `${formatQuantity(quantity, decimals)} ${unitText(unit)}`
