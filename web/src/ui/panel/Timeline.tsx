import { useId, useState, type ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { Tooltip } from '../tooltip/Tooltip.tsx'
import styles from './Timeline.module.css'

export type TimelineStep = {
  id: string
  state: 'done' | 'now' | 'next' | 'stopped'
  /** Whose turn it is, in the color that means so everywhere. */
  turn?: 'yours' | 'counterparty' | 'custodian' | undefined
  title: string
  /** Who did it, or who must do it. */
  who?: ReactNode
  when?: string | undefined
  /** To the second, with the time zone. */
  whenExactly?: string | undefined
  /** Its transaction on the ledger, behind the time. */
  proof?: ReactNode
}

/** The steps that are done, the current one, and those that follow. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline}>
      {steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}
    </ol>
  )
}

/** The time of a step on the ledger is a button: hover and focus show it to the second, a click also its transaction. */
function Step({ step }: { step: TimelineStep }) {
  const { state, turn, title, who, when, whenExactly, proof } = step
  const [isOpen, setIsOpen] = useState(false)
  const proofId = useId()
  return (
    <li className={styles.step} data-state={state} data-turn={turn}>
      <span className={styles.dot} role="img" aria-label={t(`Timeline.${state}`)} />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {who !== undefined && <span className={styles.who}>{who}</span>}
      </span>
      {when !== undefined && proof === undefined && <span className={styles.when}>{when}</span>}
      {when !== undefined && proof !== undefined && (
        <Tooltip text={isOpen ? undefined : whenExactly}>
          <button
            type="button"
            className={styles.when}
            aria-expanded={isOpen}
            aria-controls={proofId}
            aria-label={t('Timeline.proof', { when })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {when}
          </button>
        </Tooltip>
      )}
      {proof !== undefined && (
        <span id={proofId} className={styles.proof} hidden={!isOpen}>
          <time>{whenExactly}</time>
          {proof}
        </span>
      )}
    </li>
  )
}
