// What Holdings says where it has nothing to show.
import { isDay } from '../../lib/format.ts'
import { holdings } from '../../messages/en/holdings.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(holdings)

/** Why nothing is shown: nothing is held, or nothing was. `moment`: the past one that is shown, as the address has it. */
export const emptyText = (moment: string | undefined): { title: string; text: string } =>
  moment === undefined
    ? { title: t('Holdings.empty'), text: t('Holdings.empty_text') }
    : {
        title: t(isDay(moment) ? 'Holdings.empty_then' : 'Holdings.empty_at'),
        text: t('Holdings.empty_then_text'),
      }
