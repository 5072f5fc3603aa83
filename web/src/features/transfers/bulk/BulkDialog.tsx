import { actionsFor, type Transfer } from '@connex/protocol'
import { useRef } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { LedgerDialog } from '../../../shared/ledger/LedgerDialog.tsx'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useInstrumentNames } from '../../../lib/instruments.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { bulk } from '../../../messages/en/bulk.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { BulkRow } from './BulkRow.tsx'
import { bulkTotals, isDecided } from './bulkPlan.ts'
import type { Planned } from './bulkPlan.ts'
import styles from './BulkDialog.module.css'
import { useBulkPlan, type BulkVerb } from './useBulkPlan.ts'
import { useBulkRun } from './useBulkRun.ts'

addMessages(bulk)
addMessages(cancelForm)

type Props = {
  verb: BulkVerb
  transfers: readonly Transfer[]
  /** They are on their way: what was chosen for it may be let go. */
  onDone: () => void
  onClose: () => void
}

/** Confirms or cancels many: each asked about before, those that would fail left out with the reason. */
export default function BulkDialog({ verb, transfers, onDone, onClose }: Props) {
  const { tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const duties = [...new Set(transfers.flatMap((one) => actionsFor(one, tenantAddr).confirm?.duties ?? []))]
  const fourEyes = useFourEyes(verb === 'cancel' ? 'cancel' : { confirm: duties })
  const instrumentOf = useInstrumentNames()
  const { plan, asking, failure, choose, run } = useBulkPlan(verb, transfers)
  const { phase, progress, done, failed, start } = useBulkRun(verb, run)
  const stateOf = ({ transfer }: Planned) => progress.get(transfer.deliveryId)?.state
  const kept = plan?.filter(({ leftOut }) => leftOut === undefined) ?? []
  const ready =
    phase === 'after'
      ? kept.toSorted((one, other) => Number(stateOf(other) === 'failed') - Number(stateOf(one) === 'failed'))
      : kept
  const isAsking = plan === undefined || asking > 0
  const leftOut = plan?.filter((one) => one.leftOut !== undefined) ?? []
  const top = useRef<HTMLDivElement>(null)
  const isBusy = phase === 'running'
  const submit = () => {
    if (phase === 'after') return onClose()
    if (isAsking || !ready.every(isDecided) || ready.length === 0 || fourEyes !== undefined) return
    void signAll()
  }
  const signAll = async () => {
    await start(ready)
    onDone()
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <LedgerDialog
      title={t(`Bulk.${verb}_title`)}
      description={t(`Bulk.${verb}_text`)}
      size="wide"
      action={{
        isBusy,
        step: isBusy ? t('Bulk.running', { done, count: ready.length }) : undefined,
        failure: undefined,
      }}
      fourEyes={fourEyes}
      notice={
        <>
          {failure !== null && <Alert tone="danger">{causeOf(failure)}</Alert>}
          {phase === 'after' && (
            <Alert tone={failed === 0 ? 'info' : 'danger'} title={t(`Bulk.${verb}_done`, { done })} isLive>
              {failed > 0 && t('Bulk.failed', { count: failed })}
            </Alert>
          )}
        </>
      }
      back={phase === 'after' ? undefined : t(verb === 'cancel' ? 'CancelForm.back' : 'Confirming.back')}
      submit={
        phase === 'after'
          ? t('Common.close')
          : t(`Bulk.${verb}_submit`, { count: (plan === undefined ? transfers : ready).length })
      }
      submitVariant={phase === 'after' ? 'primary' : verb === 'cancel' ? 'danger' : 'next'}
      waitsFor={
        isAsking
          ? t('DryRun.running')
          : ready.length === 0
            ? t('Bulk.nothing_left')
            : ready.every(isDecided)
              ? undefined
              : t('Bulk.choose_account')
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <div ref={top} className={styles.body}>
        {plan === undefined && failure === null && (
          <>
            <p role="status">{t('DryRun.running')}</p>
            {transfers.map(({ deliveryId }) => (
              <Skeleton key={deliveryId} width="full" />
            ))}
          </>
        )}
        {phase === 'before' && !ready.every(isDecided) && (
          <Alert tone="attention">{t('Bulk.choose_account')}</Alert>
        )}
        {ready.length > 0 && (
          <div className={styles.totals}>
            {bulkTotals(ready, instrumentOf).map((words) => (
              <span key={words}>{words}</span>
            ))}
          </div>
        )}
        {ready.length > 0 && (
          <ul className={styles.list} aria-label={t(`Bulk.${verb}_title`)}>
            {ready.map((planned) => (
              <BulkRow
                key={planned.transfer.deliveryId}
                planned={planned}
                counterparty={nameOf(planned.transfer.counterpartyAddr)}
                progress={progress.get(planned.transfer.deliveryId)}
                onChoose={phase === 'before' ? (account) => choose(planned, account) : undefined}
              />
            ))}
          </ul>
        )}
        {leftOut.length > 0 && (
          <section className={styles.leftOut}>
            <h3 className={styles.title}>{t('Bulk.left_out', { count: leftOut.length })}</h3>
            <ul className={styles.list}>
              {leftOut.map((planned) => (
                <BulkRow
                  key={planned.transfer.deliveryId}
                  planned={planned}
                  counterparty={nameOf(planned.transfer.counterpartyAddr)}
                  progress={undefined}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </LedgerDialog>
  )
}
