import type { ReactNode } from 'react'
import styles from './StatusChip.module.css'

/** Whose turn it is, in the same color everywhere: yours, the counterparty's, the custodian's; or done, or canceled. */
export type Tone = 'yours' | 'counterparty' | 'custodian' | 'done' | 'canceled' | 'danger' | 'plain'

type Props = { tone: Tone; children: ReactNode }

export function StatusChip({ tone, children }: Props) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  )
}
