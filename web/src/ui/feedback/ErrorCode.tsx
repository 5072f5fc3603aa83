import { t } from '../../messages/t.ts'
import styles from './ErrorCode.module.css'

/** `<ErrorCode code="unreachable" />`: what a user quotes to support; one click selects it. */
export function ErrorCode({ code }: { code: string | undefined }) {
  return (
    code !== undefined && (
      <span className={styles.code}>
        {t('Common.code_to_quote')} <code>{code}</code>
      </span>
    )
  )
}
