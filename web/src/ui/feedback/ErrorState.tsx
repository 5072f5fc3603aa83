import { t } from '../../messages/t.ts'
import { Button } from '../button/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import { ErrorCode } from './ErrorCode.tsx'
import styles from './State.module.css'

type Props = {
  /** What happened. */
  title: string
  /** Replaces a whole screen: the title is its heading. */
  isScreen?: boolean
  /** Whether anything was changed. */
  consequence: string
  /** What to do. */
  advice: string
  /** The code to report. */
  code?: string | undefined
  onRetry?: (() => void) | undefined
  /** What the button says. */
  retry?: string
}

export function ErrorState({
  title,
  isScreen = false,
  consequence,
  advice,
  code,
  onRetry,
  retry = t('Common.try_again'),
}: Props) {
  const Title = isScreen ? 'h1' : 'strong'
  return (
    <div className={styles.state} role="alert">
      <span className={styles.picture} data-tone="danger">
        <Icon name="alert" />
      </span>
      <Title className={styles.title}>{title}</Title>
      <div className={styles.text}>
        {consequence} {advice}
      </div>
      {onRetry !== undefined && (
        <Button icon="refresh" onClick={onRetry}>
          {retry}
        </Button>
      )}
      <ErrorCode code={code} />
    </div>
  )
}
