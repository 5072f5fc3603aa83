import { notFound } from '../../messages/en/notFound.ts'
import { addMessages, t } from '../../messages/t.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { Access } from '../../session/access.ts'
import styles from './NoAccess.module.css'

addMessages(notFound)

/** In place of a screen, at the screen's address. */
export default function NoAccess({ access }: { access: Exclude<Access, 'granted'> }) {
  if (access === 'notInvestor')
    return (
      <div className={styles.card} role="alert">
        <EmptyState icon="lock" isScreen title={t('Access.not_investor')} />
      </div>
    )
  return (
    <div className={styles.card}>
      <h1 className={styles.title}>{t('Access.restricted_title')}</h1>
      <p className={styles.text}>{t('Access.restricted_text')}</p>
    </div>
  )
}
