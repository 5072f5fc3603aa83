import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ErrorCode } from '../../ui/feedback/ErrorCode.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { StatusChip } from '../../ui/status/StatusChip.tsx'
import { Waiting } from './Waiting.tsx'
import styles from './DryRunStatus.module.css'
import { SignedCalls } from './SignedCalls.tsx'
import type { DryRun } from './useDryRun.ts'

type Props = { dryRun: DryRun | undefined }

/** Why the ledger would refuse, or why the check could not run. */
export function DryRunFailure({ dryRun }: Props) {
  return (
    dryRun?.status === 'failed' && (
      <Alert tone="danger" title={titleOf(dryRun)} isLive>
        {dryRun.cause}
        <ErrorCode code={dryRun.code} />
        <span>
          <Button size="small" icon="refresh" onClick={dryRun.onRetry}>
            {t('DryRun.again')}
          </Button>
        </span>
      </Alert>
    )
  )
}

/** 'Checking with the ledger…', then 'Ledger check passed, block 282', or that the ledger cannot check it yet. */
export function DryRunStatus({ dryRun }: Props) {
  if (dryRun === undefined || dryRun.status === 'failed') return null
  return (
    <p className={styles.run} role="status">
      {dryRun.status === 'running' ? (
        <span className={styles.muted}>
          <Waiting step={t('DryRun.running')} isSigned={false} />
        </span>
      ) : !dryRun.isChecked ? (
        <>
          <StatusChip tone="plain">{t('DryRun.unchecked')}</StatusChip>
          <span className={styles.block}>{t('DryRun.unchecked_why')}</span>
        </>
      ) : (
        <>
          <StatusChip tone="done">
            <Icon name="check" />
            {t('DryRun.passed')}
          </StatusChip>
          <span className={styles.block} title={t('DryRun.gas', { gas: dryRun.gas.toLocaleString('en') })}>
            {t('DryRun.block', { block: dryRun.block.toLocaleString('en') })}
          </span>
        </>
      )}
    </p>
  )
}

/** What is signed, once the ledger would accept it. With `meaning`, what that does in the state of the transfer. */
export function DryRunCalls({ dryRun, meaning }: Props & { meaning?: string }) {
  return dryRun?.status === 'passed' && <SignedCalls calls={dryRun.calls} meaning={meaning} />
}

/** Codes of a check before the ledger's: the transfer's state does not allow the action. */
const NOT_NOW = ['nothingToConfirm', 'notCancelable', 'notReturnable', 'isClosing', 'alreadyReturned']

function titleOf({ isRefused, code = '' }: Extract<DryRun, { status: 'failed' }>): string {
  if (isRefused) return t('DryRun.refused')
  return t(NOT_NOW.includes(code) ? 'DryRun.not_now' : 'DryRun.failed')
}
