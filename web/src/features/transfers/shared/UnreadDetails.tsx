import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import type { ReadDetails } from './transferDetails.ts'

/** `<UnreadDetails check={check} />`: that the private details could not be loaded; nothing if they were, or are missing. */
export function UnreadDetails({ check }: { check: ReadDetails | undefined }) {
  return (
    check?.onRetry !== undefined && (
      <Alert tone="attention" title={t('Proof.unread_title')} isLive>
        {t('Proof.unread_text')}
        <span>
          <Button size="small" icon="refresh" onClick={check.onRetry}>
            {t('Common.try_again')}
          </Button>
        </span>
      </Alert>
    )
  )
}
