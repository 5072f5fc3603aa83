import { t } from '../../../messages/t.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import styles from './DealRibbon.module.css'
import { longDay } from './dealSentence.ts'
import type { DealView } from './dealView.ts'

type Flow = { what: string; isOut: boolean }

/** The two days of a deal, and the way between them: the first leg above the line, the second below. */
type Ribbon = { start: string; end: string; between: string; isOpen: boolean; rows: [Flow, Flow][] }

/** What moves on which day: from left to right the opening, the term and the closing. A plain transfer has no ribbon. */
export function DealRibbon({ view }: { view: DealView }) {
  const ribbon = ribbonOf(view)
  if (ribbon === undefined) return null
  const [above, below] = ribbon.rows
  return (
    <section className={styles.ribbon} aria-label={t('Ticket.ribbon')}>
      <Flows flows={above} />
      <div className={styles.line} data-open={ribbon.isOpen || undefined}>
        <span className={styles.day}>{ribbon.start}</span>
        <span className={styles.between}>{ribbon.between}</span>
        <span className={styles.day}>{ribbon.end}</span>
      </div>
      <Flows flows={below} />
    </section>
  )
}

function Flows({ flows }: { flows: [Flow, Flow] | undefined }) {
  return (
    <div className={styles.flows}>
      {flows?.map(({ what, isOut }) => (
        <span key={String(isOut)} className={styles.flow} data-out={isOut || undefined}>
          <span className={styles.way}>
            <Icon name={isOut ? 'arrow-up' : 'arrow-down'} />
            {t(isOut ? 'Ticket.out' : 'Ticket.in')}
          </span>{' '}
          {what}
        </span>
      ))}
    </div>
  )
}

function ribbonOf({ kind, direction, legs, repo, valueDate, loanTerm }: DealView): Ribbon | undefined {
  const [first, second] = legs
  if (kind === 'FOP' || first?.what === undefined) return undefined
  const isOut = direction === 'DELIVER'
  // What goes out comes back, and the other way round.
  const row = (there: string | undefined, back: string | undefined, goesOut: boolean): [Flow, Flow] => [
    { what: there ?? '—', isOut: goesOut },
    { what: back ?? '—', isOut: !goesOut },
  ]
  if (repo === undefined)
    return {
      start: valueDate === undefined ? t('Ticket.on_settlement') : longDay(valueDate),
      end: loanTerm === undefined ? t('Ticket.return') : longDay(loanTerm.endDate),
      between:
        loanTerm === undefined
          ? t('Ticket.until_returned')
          : t('TransferForm.days', { count: loanTerm.days }),
      isOpen: loanTerm === undefined,
      rows: [row(first.what, first.what, isOut), row(second?.what, second?.what, !isOut)],
    }
  const { cash, buyBack, days, purchaseDate, repurchaseDate, isOpen } = repo
  return {
    start: purchaseDate === undefined ? '' : longDay(purchaseDate),
    end: isOpen ? t('Ticket.open_date') : repurchaseDate === undefined ? '' : longDay(repurchaseDate),
    between: days === undefined ? '' : t('TransferForm.days', { count: days }),
    isOpen,
    rows: [row(first.what, first.what, isOut), row(cash, buyBack, !isOut)],
  }
}
