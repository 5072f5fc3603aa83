// What quantities count, in the few letters that fit beside them.
import type { Unit } from '@connex/protocol'
import { app } from '../messages/en/app.ts'
import { addMessages, t } from '../messages/t.ts'

addMessages(app)

/** `unitText('EUR')` → 'EUR'; `unitText('UNITS')` → 'units' */
export const unitText = (unit: Unit): string =>
  unit === 'UNITS' || unit === 'NOMINAL' ? t(`Unit.${unit}`) : unit
