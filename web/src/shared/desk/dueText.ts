// What falls due, in sentences.
import { readableName, type Address, type DueEvent, type DueSecurities } from '@connex/protocol'
import { daysSince } from '../../lib/days.ts'
import { formatCash, formatIsoDay, formatQuantity } from '../../lib/format.ts'
import { shownIdentifier } from '../../lib/identifiers.ts'
import { unitName } from '../../lib/units.ts'
import { due } from '../../messages/en/desk/due.ts'
import { addMessages, t } from '../../messages/t.ts'
import { formatWeekday } from './dayText.ts'
import { transferLabel } from './transferLabel.ts'

addMessages(due)

type NameOf = (address: Address) => string

/** The name of an instrument, its code where it has none. */
const securitiesName = ({ label, identifier }: Pick<DueSecurities, 'label' | 'identifier'>): string =>
  label !== null
    ? readableName(label)
    : identifier === null
      ? t('Due.your_instrument')
      : shownIdentifier(identifier)

/** A chip: 'Repurchase', and without a date 'Open repo'. */
export const dueKindText = ({ kind, date }: Pick<DueEvent, 'kind' | 'date'>): string =>
  t(date === null && (kind === 'REPURCHASE' || kind === 'LOAN') ? `Due.${kind}_none` : `Due.${kind}`)

/** 'Repurchase with Rhône Capital' */
export function dueTitle(event: DueEvent, nameOf: NameOf) {
  const { kind, date, transferType, counterpartyAddr, ...sides } = event
  const counterparty = counterpartyAddr === null ? '' : nameOf(counterpartyAddr)
  switch (kind) {
    case 'VALUE_DATE':
    case 'TRANSFER_EXPIRY':
      return t(`Due.${kind}_title`, {
        type: transferType === null ? '' : transferLabel({ ...event, transferType }),
        counterparty,
      })
    case 'REPURCHASE':
    case 'LOAN':
      return t(date === null ? `Due.${kind}_open` : `Due.${kind}_title`, { counterparty })
    case 'MATURITY':
    case 'COUPON': {
      const [comes] = sides.incoming.securities
      const named = comes ?? sides.outgoing.securities[0]
      const of = counterpartyAddr === null ? 'title' : comes === undefined ? 'received' : 'given'
      return t(`Due.${kind}_${of}`, {
        counterparty,
        instrument: named === undefined ? t('Due.your_instrument') : securitiesName(named),
        quantity: named === undefined ? '' : securitiesQuantity(named),
      })
    }
    case 'RECALL': {
      const isOwn = sides.incoming.securities.length > 0
      return t(isOwn ? 'Due.RECALL_own' : 'Due.RECALL_title', {
        counterparty,
        securities: securitiesTexts(sides[isOwn ? 'incoming' : 'outgoing'].securities),
        day: date === null ? '' : formatIsoDay(date),
      })
    }
    default:
      return t(`Due.${kind}_title`, { counterparty })
  }
}

/** '2 days late, since Mon 23 Nov'; undefined for what is not late. */
export const lateText = (
  { date, isOverdue }: Pick<DueEvent, 'date' | 'isOverdue'>,
  today: string,
): string | undefined =>
  isOverdue && date !== null
    ? t('Due.late', { count: daysSince(date, today), day: formatWeekday(date) })
    : undefined

/** 'Speicher Note 2027 2,060,000.00 EUR nominal', 'EUR 2,018,800.00': all of one side. */
export const sideTexts = ({ securities, cash }: DueEvent['incoming']): string[] => [
  ...(cash === null ? [] : [formatCash(cash.amount, cash.currency)]),
  ...securities.map((one) => `${securitiesQuantity(one)} ${securitiesName(one)}`),
]

/** '2,060,000.00 EUR nominal Speicher Note 2027' */
export const securitiesTexts = (securities: readonly DueSecurities[]): string =>
  securities.map((one) => `${securitiesQuantity(one)} ${securitiesName(one)}`).join(', ')

/** '2,060,000.00 EUR nominal' */
const securitiesQuantity = ({
  quantity,
  decimals,
  unit,
}: Pick<DueSecurities, 'quantity' | 'decimals' | 'unit'>): string =>
  `${formatQuantity(quantity, decimals)} ${unitName(unit)}`
