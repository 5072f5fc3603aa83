import type { ReactNode } from 'react'
import { useTenantNames } from '../../lib/tenants.ts'
import { readableText } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import { transferLabel } from '../../shared/desk/transferLabel.ts'
import { Button, type ButtonVariant } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Figure } from '../../ui/text/Figure.tsx'
import { actionText, amountText, requestText, taskText, waitText } from './todayText.ts'
import type { RequestTurn, TransferTurn, Turn } from './turns.ts'
import styles from './TurnInbox.module.css'

type RowProps = {
  now: number
  variant: ButtonVariant
  isOpen: boolean
  onFocus: () => void
  onOpen: () => void
  onAct: () => void
}

type TransferProps = RowProps & {
  turn: TransferTurn
  track: ReactNode
  /** Why the user must not act. */
  disabledReason: string | undefined
}

/** One transfer of the inbox: what to do, with whom, how much, for how long it has waited. */
export function TransferTurnRow({ turn, track, disabledReason, ...row }: TransferProps) {
  const nameOf = useTenantNames()
  const { transfer, duties, action } = turn
  const { amount, unit, of } = amountText(turn)
  const description = readableText(transfer.description ?? '')
  const counterparty = nameOf(transfer.counterpartyAddr)
  const title = t('Transactions.with', { type: transferLabel(transfer), counterparty })
  return (
    <TurnRow
      {...row}
      turn={turn}
      track={track}
      task={taskText(duties)}
      title={[title, of, description].filter(Boolean).join(' · ')}
      amount={
        <>
          <Figure text={amount} /> <span className={styles.unit}>{unit}</span>
        </>
      }
      label={actionText(action)}
      disabledReason={action.kind === 'open' ? undefined : disabledReason}
    >
      {title}
      {of !== '' && ` · ${of}`}
      {description !== '' && <bdi> · {description}</bdi>}
    </TurnRow>
  )
}

/** One request of the inbox: what the other party of a deal asks. Its panel takes the answer. */
export function RequestTurnRow({ turn, ...row }: RowProps & { turn: RequestTurn }) {
  const nameOf = useTenantNames()
  const { request } = turn
  const sentence = requestText(request, nameOf)
  return (
    <TurnRow
      {...row}
      turn={turn}
      track={<Icon name="refresh" className={styles.request} />}
      task={t(`Today.answer_${request.kind}`)}
      title={sentence}
      label={t('Today.review')}
      disabledReason={undefined}
    >
      {sentence}
    </TurnRow>
  )
}

type Props = RowProps & {
  turn: Turn
  track: ReactNode
  task: string
  /** All of the second line, which may be cut. */
  title: string
  amount?: ReactNode
  /** Of the button. */
  label: string
  disabledReason: string | undefined
  children: ReactNode
}

function TurnRow({
  turn,
  now,
  track,
  task,
  title,
  amount,
  label,
  variant,
  isOpen,
  disabledReason,
  onFocus,
  onOpen,
  onAct,
  children,
}: Props) {
  return (
    <div className={styles.row} data-urgency={turn.urgency} data-open={isOpen || undefined}>
      <span className={styles.track}>{track}</span>
      <span className={styles.what}>
        <button
          type="button"
          className={styles.main}
          aria-pressed={isOpen}
          onFocus={onFocus}
          onClick={onOpen}
        >
          {task}
        </button>
        <span className={styles.with} title={title} data-whole={'request' in turn || undefined}>
          {children}
        </span>
      </span>
      <span className={styles.figures}>
        {amount !== undefined && <span className={styles.amount}>{amount}</span>}
        <span className={styles.wait}>{waitText(turn, now)}</span>
      </span>
      <span className={styles.button}>
        <Button
          size="small"
          onFocus={onFocus}
          variant={variant}
          disabledReason={disabledReason}
          onClick={onAct}
        >
          {label}
        </Button>
      </span>
    </div>
  )
}
