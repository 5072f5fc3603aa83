import type { ReactNode } from 'react'
import { formatUtcDay } from '../../lib/formatTime.ts'
import { formatQuantity } from '../../lib/quantity.ts'
import { t } from '../../messages/t.ts'
import type { FopDraft, FopTerms } from './fopForm.ts'
import type { FopChoices } from './useFopChoices.ts'
import styles from './Consequences.module.css'

type Props = {
  draft: FopDraft
  /** Undefined while something is missing. */
  terms: FopTerms | undefined
  choices: FopChoices
  custodian: string | undefined
  counterparty: string | undefined
}

/** What signing does: now, then, and last. Alive while one types. */
export function FopConsequences({ draft, terms, choices, custodian = '', counterparty = '' }: Props) {
  return (
    <section className={styles.panel} aria-label={t('FopForm.what_will_happen')}>
      <h3 className={styles.title}>{t('FopForm.what_will_happen')}</h3>
      {terms === undefined ? (
        <p className={styles.muted}>{t('FopForm.incomplete')}</p>
      ) : (
        <>
          <Consequence when={t('FopForm.now')}>{nowWords(terms, choices)}</Consequence>
          <Consequence when={t('FopForm.after_that')}>
            {draft.direction === 'DELIVER'
              ? t('FopForm.then_deliver', { counterparty })
              : t('FopForm.then_receive', { counterparty, ...told(terms, choices) })}
            <span className={styles.muted}>{t('FopForm.until_then')}</span>
          </Consequence>
          <Consequence when={t('FopForm.last')}>
            {terms.valueDate === undefined
              ? t('FopForm.last_text', { custodian })
              : t('FopForm.last_text_date', { custodian, day: formatUtcDay(terms.valueDate) })}
          </Consequence>
        </>
      )}
    </section>
  )
}

const told = (terms: FopTerms, { decimals, identifier }: FopChoices) => ({
  quantity: formatQuantity(terms.quantity, decimals),
  instrument: identifier,
})

function nowWords(terms: FopTerms, choices: FopChoices): ReactNode {
  const { account } = terms
  if (terms.direction === 'RECEIVE') return t('FopForm.now_receive', { account })
  const before = BigInt(choices.position?.available ?? '0')
  return (
    <>
      {t('FopForm.now_deliver', { ...told(terms, choices), account })}
      <span className={styles.muted}>
        {t('FopForm.now_available', {
          before: formatQuantity(before, choices.decimals),
          after: formatQuantity(before - terms.quantity, choices.decimals),
        })}
      </span>
    </>
  )
}

function Consequence({ when, children }: { when: string; children: ReactNode }) {
  return (
    <div className={styles.step}>
      <span className={styles.muted}>{when}</span>
      {children}
    </div>
  )
}
