import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { StatusChip } from '../../ui/status/StatusChip.tsx'
import { Waiting } from './Waiting.tsx'
import styles from './Consequences.module.css'
import { SignedCalls } from './SignedCalls.tsx'
import type { DryRun } from './useDryRun.ts'

/** The result of the dry run: passed with the decoded transaction, or failed with the reason. */
export function DryRunLine({ dryRun }: { dryRun: DryRun | undefined }) {
  if (dryRun === undefined) return null
  if (dryRun.status === 'failed')
    return (
      <Alert tone="danger" title={titleOf(dryRun)} isLive>
        {dryRun.cause}
        {dryRun.code !== undefined && <code className={styles.code}>{dryRun.code}</code>}
        <span>
          <Button size="small" icon="refresh" onClick={dryRun.onRetry}>
            {t('DryRun.again')}
          </Button>
        </span>
      </Alert>
    )
  return (
    <>
      <p className={styles.run} role="status">
        {dryRun.status === 'running' ? (
          <span className={styles.muted}>
            <Waiting step={t('DryRun.running')} isSigned={false} />
          </span>
        ) : (
          <>
            <StatusChip tone="done">
              <Icon name="check" />
              {t('DryRun.passed')}
            </StatusChip>
            <span className={styles.muted}>
              {t('DryRun.passed_on', {
                block: dryRun.block.toLocaleString('en'),
                gas: dryRun.gas.toLocaleString('en'),
              })}
            </span>
          </>
        )}
      </p>
      {dryRun.status === 'passed' && <SignedCalls calls={dryRun.calls} />}
    </>
  )
}

/** Codes of a check before the ledger's: the transfer's state does not allow the action. */
const NOT_NOW = ['nothingToConfirm', 'notCancelable', 'notReturnable', 'isClosing', 'alreadyReturned']

function titleOf({ isRefused, code = '' }: Extract<DryRun, { status: 'failed' }>): string {
  if (isRefused) return t('DryRun.refused')
  return t(NOT_NOW.includes(code) ? 'DryRun.not_now' : 'DryRun.failed')
}
