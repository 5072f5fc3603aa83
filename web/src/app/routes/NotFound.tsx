import { Link } from '@tanstack/react-router'
import { notFound } from '../../messages/en/notFound.ts'
import { addMessages, t } from '../../messages/t.ts'
import { ErrorLayout } from '../layouts/ErrorLayout.tsx'
import styles from '../layouts/ErrorLayout.module.css'

addMessages(notFound)

export function NotFound() {
  return (
    <ErrorLayout>
      <span className={styles.number} aria-hidden>
        404
      </span>
      <h1>{t('NotFound.title')}</h1>
      <p>{t('NotFound.text')}</p>
      <Link to="/custodians">{t('NotFound.back')}</Link>
    </ErrorLayout>
  )
}
