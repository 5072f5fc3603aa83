// How an offer of securities reads. Apart from the schema of messages, which a screen that lists offers does not need.
import { shownIdentifier } from './instrumentText.ts'
import { formatQuantity } from '../text/quantityText.ts'
import type { OfferedSecurities } from './dealMessage.ts'

/** `offerText([{ identifier: 'FR0013508470', quantity: '5100000' }])` → '5,100,000 FR0013508470' */
export const offerText = (offered: readonly OfferedSecurities[] = []): string =>
  offered
    .map(({ identifier, quantity }) => {
      const [whole = '', decimals = ''] = quantity.split('.')
      return `${formatQuantity(whole + decimals, decimals.length)} ${shownIdentifier(identifier)}`
    })
    .join(' and ')
