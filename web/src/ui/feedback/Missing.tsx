import { t } from '../../messages/t.ts'
import { Button } from '../button/Button.tsx'
import styles from './Missing.module.css'

type Props = { text: string; onRetry: () => void }

/** In place of figures that could not be loaded, or beside what lacks them. */
export const Missing = ({ text, onRetry }: Props) => (
  <p className={styles.missing} role="alert">
    {text}
    <Button size="small" variant="quiet" icon="refresh" onClick={onRetry}>
      {t('Common.try_again')}
    </Button>
  </p>
)
