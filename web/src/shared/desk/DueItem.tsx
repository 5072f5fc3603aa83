import type { DueEvent, DueSide } from '@connex/protocol'
import { movesNothing } from '@connex/protocol/calendar'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { formatIsoDay } from '../../lib/format.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useToday } from '../../lib/useNow.ts'
import { t } from '../../messages/t.ts'
import { StatusChip } from '../../ui/status/StatusChip.tsx'
import { WrittenText } from '../../ui/text/WrittenText.tsx'
import styles from './DueItem.module.css'
import { dueKindText, dueTitle, lateText, sideTexts } from './dueText.ts'

type Props = {
  event: DueEvent
  action?: ReactNode
  /** In a panel: below each other. */
  isNarrow?: boolean
  /** Beside its own facts: whose turn it is, or who made the proposal. */
  note?: string | undefined
  /** Whether to name its day: where no heading does. */
  hasDay?: boolean | undefined
  /** What to know of its date. */
  warnings?: readonly string[]
}

const NONE: DueSide = { securities: [], cash: null }
const NOTHING = { incoming: NONE, outgoing: NONE }

/** What falls due, in a list: what, with whom, and what comes and goes. */
export function DueItem({ event, action, isNarrow = false, note, hasDay = false, warnings = [] }: Props) {
  const nameOf = useTenantNames()
  const late = lateText(event, useToday())
  const { description, rate, isOverdue, date } = event
  // The title has the securities that are named and not moved.
  const { incoming, outgoing } = movesNothing(event) ? NOTHING : event
  return (
    <div className={styles.item} data-narrow={isNarrow || undefined}>
      <span className={styles.kind}>
        <StatusChip tone={isOverdue ? 'yours' : 'plain'}>{dueKindText(event)}</StatusChip>
      </span>
      <span className={styles.what}>
        <DueLink event={event}>{dueTitle(event, nameOf)}</DueLink>
        <span className={styles.note}>
          {hasDay && date !== null && <span>{formatIsoDay(date)}</span>}
          {late !== undefined && <span className={styles.overdue}>{late}</span>}
          {note !== undefined && <span>{note}</span>}
          {rate !== null && <span>{t('Due.rate', { rate })}</span>}
          {description !== null && <WrittenText text={description} />}
        </span>
        {warnings.map((warning) => (
          <span key={warning} className={styles.warning}>
            {warning}
          </span>
        ))}
      </span>
      <span className={styles.amounts}>
        {sideTexts(incoming).map((text) => (
          <span key={`in ${text}`}>{t('Due.in', { amount: text })}</span>
        ))}
        {sideTexts(outgoing).map((text) => (
          <span key={`out ${text}`}>{t('Due.out', { amount: text })}</span>
        ))}
      </span>
      {action !== undefined && <span className={styles.action}>{action}</span>}
    </div>
  )
}

type LinkProps = {
  event: DueEvent
  className?: string | undefined
  'aria-label'?: string
  title?: string
  style?: CSSProperties
  children?: ReactNode
} & { readonly [data: `data-${string}`]: true | undefined }

/** To the transfer, the proposal or the holdings of an event, or to the transfers with its counterparty. */
export function DueLink({ event, ...link }: LinkProps) {
  const { deliveryId, workflowId, kind, counterpartyAddr, incoming, outgoing } = event
  const nameOf = useTenantNames()
  if (deliveryId !== null) return <Link to="/transactions" search={{ row: deliveryId }} {...link} />
  if (workflowId !== null) return <Link to="/approvals" search={{ row: workflowId }} {...link} />
  if (counterpartyAddr !== null) {
    const counterparty = `is:${nameOf(counterpartyAddr)}`
    return <Link to="/transactions" search={{ counterparty }} {...link} />
  }
  const [held] = [...incoming.securities, ...outgoing.securities]
  if ((kind === 'MATURITY' || kind === 'COUPON') && held?.identifier != null)
    return <Link to="/holdings" search={{ identifier: `is:${held.identifier}` }} {...link} />
  return <span {...link} />
}
