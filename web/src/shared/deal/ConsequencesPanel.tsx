import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import styles from '../ledger/Consequences.module.css'

/** One thing that follows from a signature: when, what, and the figures of it. */
export type Consequence = { when: string; text: string; notes?: readonly string[] }

/** What will happen: each leg in a sentence, then what follows, in order. */
export type Consequences = { legs: readonly string[]; steps: readonly Consequence[] }

type Props = {
  /** Undefined while something is missing. */
  consequences: Consequences | undefined
  /** What the ledger says to it. */
  children?: ReactNode
}

/** What signing does: now, then, and last. Alive while one types. */
export function ConsequencesPanel({ consequences, children }: Props) {
  return (
    <section className={styles.panel} aria-label={t('Deal.what_will_happen')}>
      <h3 className={styles.title}>{t('Deal.what_will_happen')}</h3>
      {consequences === undefined ? (
        <p className={styles.muted}>{t('Deal.incomplete')}</p>
      ) : (
        <>
          <ol className={styles.legs}>
            {consequences.legs.map((leg) => (
              <li key={leg}>{leg}</li>
            ))}
          </ol>
          {consequences.steps.map(({ when, text, notes = [] }) => (
            <div key={`${when} ${text}`} className={styles.step}>
              <span className={styles.muted}>{when}</span>
              {text}
              {notes.map((note) => (
                <span key={note} className={styles.muted}>
                  {note}
                </span>
              ))}
            </div>
          ))}
        </>
      )}
      {children}
    </section>
  )
}
