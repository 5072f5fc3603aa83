import type { ReactNode } from 'react'
import { useTenantNames } from '../../lib/tenants.ts'
import { readableText } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import { Button, type ButtonVariant } from '../../ui/button/Button.tsx'
import { Figure } from '../../ui/text/Figure.tsx'
import { actionText, amountText, taskText, waitText } from './todayText.ts'
import type { Turn } from './turns.ts'
import styles from './TurnInbox.module.css'

type Props = {
  turn: Turn
  now: number
  track: ReactNode
  variant: ButtonVariant
  isOpen: boolean
  /** Why the user must not act. */
  disabledReason: string | undefined
  onFocus: () => void
  onOpen: () => void
  onAct: () => void
}

/** One transfer of the inbox: what to do, with whom, how much, for how long it has waited. */
export function TurnRow({
  turn,
  now,
  track,
  variant,
  isOpen,
  disabledReason,
  onFocus,
  onOpen,
  onAct,
}: Props) {
  const nameOf = useTenantNames()
  const { transfer, duties, action, urgency } = turn
  const { amount, unit, of } = amountText(turn)
  const description = readableText(transfer.description ?? '')
  const counterparty = nameOf(transfer.counterpartyAddr)
  const title = t('Transactions.with', { type: t(`TransferType.${transfer.transferType}`), counterparty })
  return (
    <div className={styles.row} data-urgency={urgency} data-open={isOpen || undefined}>
      <span className={styles.track}>{track}</span>
      <span className={styles.what}>
        <button
          type="button"
          className={styles.main}
          aria-pressed={isOpen}
          onFocus={onFocus}
          onClick={onOpen}
        >
          {taskText(duties)}
        </button>
        <span className={styles.with} title={[title, of, description].filter(Boolean).join(' · ')}>
          {title}
          {of !== '' && ` · ${of}`}
          {description !== '' && <bdi> · {description}</bdi>}
        </span>
      </span>
      <span className={styles.figures}>
        <span className={styles.amount}>
          <Figure text={amount} /> <span className={styles.unit}>{unit}</span>
        </span>
        <span className={styles.wait}>{waitText(turn, now)}</span>
      </span>
      <span className={styles.button}>
        <Button
          size="small"
          onFocus={onFocus}
          variant={variant}
          disabledReason={action.kind === 'open' ? undefined : disabledReason}
          onClick={action.kind === 'open' ? onOpen : onAct}
        >
          {actionText(action)}
        </Button>
      </span>
    </div>
  )
}
