import { t } from '../../messages/t.ts'
import styles from './ConsequencesPanel.module.css'

/** One consequence of a signature: when, what, and its figures. */
export type Consequence = { when: string; text: string; notes?: readonly string[] }

/** What will happen: a sentence for each leg, then the steps in order. */
export type Consequences = { legs: readonly string[]; steps: readonly Consequence[] }

type Props = {
  /** Undefined while the form is incomplete. */
  consequences: Consequences | undefined
}

/** What signing does, updated while the user types. */
export function ConsequencesPanel({ consequences }: Props) {
  return (
    <section className={styles.panel} aria-label={t('Deal.what_will_happen')}>
      <h3 className={styles.title}>{t('Deal.what_will_happen')}</h3>
      {consequences === undefined ? (
        <p className={styles.muted}>{t('Deal.incomplete')}</p>
      ) : (
        <>
          <ol className={styles.legs}>
            {keyed(consequences.legs).map(([key, leg]) => (
              <li key={key}>{leg}</li>
            ))}
          </ol>
          {consequences.steps.map(({ when, text, notes = [] }) => (
            <div key={`${when} ${text}`} className={styles.step}>
              <span className={styles.muted}>{when}</span>
              {text}
              {keyed(notes).map(([key, note]) => (
                <span key={key} className={styles.muted}>
                  {note}
                </span>
              ))}
            </div>
          ))}
        </>
      )}
    </section>
  )
}

/** Texts with their keys: two legs of a deal may be alike, and each is shown. */
const keyed = (texts: readonly string[]): [key: string, text: string][] =>
  texts.map((text, index) => [texts.indexOf(text) === index ? text : `${text} ${index}`, text])
