import type { ReactNode } from 'react'
import styles from './StatusChip.module.css'

/** Whose turn it is, everywhere the same: yours, the counterparty's, the custodian's; or done, or canceled. */
export type Tone = 'yours' | 'counterparty' | 'custodian' | 'done' | 'canceled' | 'danger' | 'plain'

export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  )
}
