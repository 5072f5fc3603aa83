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

/** A unit where an amount of cash could be meant: 'EUR nominal', 'nominal', 'units' */
export const unitName = (unit: Unit): string =>
  unit === 'UNITS' || unit === 'NOMINAL' ? unitText(unit) : t('Unit.nominal_in', { currency: unit })
