import type { ReactNode } from 'react'
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
  /** To the second, if `when` is shorter. */
  whenExactly?: string | undefined
  /** Its transaction on the ledger. */
  proof?: ReactNode
}

/** The steps that are done, the current one, and those that follow. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline}>
      {steps.map((step) => (
        <li key={step.id} className={styles.step} data-state={step.state} data-turn={step.turn}>
          <span className={styles.dot} role="img" aria-label={t(`Timeline.${step.state}`)} />
          <span className={styles.words}>
            <span className={styles.title}>{step.title}</span>
            {step.who !== undefined && <span className={styles.who}>{step.who}</span>}
            {step.proof !== undefined && <span className={styles.proof}>{step.proof}</span>}
          </span>
          {step.when !== undefined && (
            <Tooltip text={step.whenExactly}>
              <span className={styles.when}>{step.when}</span>
            </Tooltip>
          )}
        </li>
      ))}
    </ol>
  )
}
