// What quantities count, in the few letters that fit beside them.
import type { Unit } from '@connex/protocol'
import { unit as names } from '../messages/en/table/unit.ts'
import { addMessages, t } from '../messages/t.ts'

addMessages(names)

/**
 * A unit as it is written after a quantity.
 *
 * @example
 * unitText('EUR') // 'EUR'
 * unitText('UNITS') // 'units'
 */
export const unitText = (unit: Unit): string =>
  unit === 'UNITS' || unit === 'NOMINAL' ? t(`Unit.${unit}`) : unit
