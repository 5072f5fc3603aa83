import { actionsFor, type AccountNumber, type DeliveryId, type Transfer } from '@connex/protocol'
import { useRef, type RefObject } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { LedgerDialog } from '../../../shared/ledger/LedgerDialog.tsx'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { bulk } from '../../../messages/en/bulk.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import styles from './BulkDialog.module.css'
import type { BulkProgress } from './bulkReport.ts'
import { bulkTotals, isDecided, type PlannedTransfer } from './bulkPlan.ts'
import { BulkRow } from './BulkRow.tsx'
import { useBulkPlan, type BulkVerb } from './useBulkPlan.ts'
import { useBulkRun } from './useBulkRun.ts'

addMessages(bulk)
addMessages(cancelForm)

type Props = {
  verb: BulkVerb
  transfers: readonly Transfer[]
  /** The signing starts: the selection may be cleared. */
  onStart: () => void
  onClose: () => void
}

/** Confirms or cancels several transfers after a dry run of each. Those that would fail are left out, with the reason. */
export default function BulkDialog({ verb, transfers, onStart, onClose }: Props) {
  const { tenantAddr } = useViewer()
  const duties = [...new Set(transfers.flatMap((one) => actionsFor(one, tenantAddr).confirm?.duties ?? []))]
  const fourEyes = useFourEyes(verb === 'cancel' ? 'cancel' : { confirm: duties })
  const { plan, runningCount, failure, choose, run, runTogether } = useBulkPlan(
    verb,
    transfers,
    fourEyes !== undefined,
  )
  const { phase, progress, done, failed, start, leave } = useBulkRun(verb, run)
  const included = plan?.filter(({ skipReason }) => skipReason === undefined) ?? []
  const rows = phase === 'after' ? failuresFirst(included, progress) : included
  const isSimulating = plan === undefined || runningCount > 0
  const isUndecided = !rows.every(isDecided)
  const top = useRef<HTMLDivElement>(null)
  const isBusy = phase === 'running'
  const submit = () => {
    if (phase === 'after') return onClose()
    if (isSimulating || isUndecided || rows.length === 0 || fourEyes !== undefined) return
    void signAll()
  }
  const signAll = async () => {
    onStart()
    await start(rows)
    top.current?.scrollIntoView({ block: 'start' })
  }
  const stepText = () => {
    if (isBusy) return t('Bulk.running', { done, count: rows.length })
    return isSimulating && failure === null ? t('DryRun.running') : undefined
  }
  const disabledReason = () => {
    if (isBusy) return stepText()
    if (isSimulating) return t('DryRun.running')
    if (rows.length === 0) return t('Bulk.nothing_left')
    return isUndecided ? t('Bulk.choose_account') : undefined
  }
  return (
    <LedgerDialog
      title={t(`Bulk.${verb}_title`)}
      description={t(`Bulk.${verb}_text`)}
      size="ticket"
      action={{
        // It goes on without the dialog.
        isBusy: false,
        leave,
        step: stepText(),
        failure: undefined,
      }}
      fourEyes={fourEyes}
      proposal={{
        onSent: onClose,
        proposalKey: JSON.stringify(rows.map(({ transfer, accounts }) => [transfer.deliveryId, accounts])),
        run:
          isSimulating || isUndecided || rows.length === 0
            ? undefined
            : (options) => runTogether(rows, options),
      }}
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
      back={phase === 'after' ? undefined : t(backLabel(verb, isBusy))}
      submit={
        phase === 'after'
          ? t('Common.close')
          : t(`Bulk.${verb}_submit`, { count: (plan === undefined ? transfers : rows).length })
      }
      submitVariant={phase === 'after' ? 'primary' : verb === 'cancel' ? 'danger' : 'next'}
      disabledReason={disabledReason()}
      onClose={onClose}
      onSubmit={submit}
    >
      {plan === undefined ? (
        <div className={styles.body}>{failure === null && <PlanSkeleton transfers={transfers} />}</div>
      ) : (
        <PlanBody
          ref={top}
          verb={verb}
          rows={rows}
          skipped={plan.filter(({ skipReason }) => skipReason !== undefined)}
          progress={progress}
          onChoose={phase === 'before' ? choose : undefined}
        />
      )}
    </LedgerDialog>
  )
}

const backLabel = (verb: BulkVerb, isBusy: boolean) => {
  if (isBusy) return 'Bulk.background'
  return verb === 'cancel' ? 'CancelForm.back' : 'Confirming.back'
}

type Progress = ReadonlyMap<DeliveryId, BulkProgress>

const failuresFirst = (rows: readonly PlannedTransfer[], progress: Progress): PlannedTransfer[] => {
  const hasFailed = ({ transfer }: PlannedTransfer) =>
    Number(progress.get(transfer.deliveryId)?.state === 'failed')
  return rows.toSorted((one, other) => hasFailed(other) - hasFailed(one))
}

const PlanSkeleton = ({ transfers }: Pick<Props, 'transfers'>) => (
  <>
    <p role="status">{t('DryRun.running')}</p>
    {transfers.map(({ deliveryId }) => (
      <Skeleton key={deliveryId} width="full" />
    ))}
  </>
)

type BodyProps = {
  ref: RefObject<HTMLDivElement | null>
  verb: BulkVerb
  rows: readonly PlannedTransfer[]
  skipped: readonly PlannedTransfer[]
  progress: Progress
  /** Absent once accounts can no longer be chosen. */
  onChoose: ((planned: PlannedTransfer, account: AccountNumber) => void) | undefined
}

function PlanBody({ ref, verb, rows, skipped, progress, onChoose }: BodyProps) {
  return (
    <div ref={ref} className={styles.body}>
      {onChoose && !rows.every(isDecided) && <Alert tone="attention">{t('Bulk.choose_account')}</Alert>}
      {rows.length > 0 && (
        <>
          <div className={styles.totals}>
            {bulkTotals(rows).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </div>
          <ul className={styles.list} aria-label={t(`Bulk.${verb}_title`)}>
            {rows.map((planned) => (
              <BulkRow
                key={planned.transfer.deliveryId}
                planned={planned}
                progress={progress.get(planned.transfer.deliveryId)}
                onChoose={onChoose && ((account) => onChoose(planned, account))}
              />
            ))}
          </ul>
        </>
      )}
      {skipped.length > 0 && (
        <section className={styles.leftOut}>
          <h3 className={styles.title}>{t('Bulk.left_out', { count: skipped.length })}</h3>
          <ul className={styles.list}>
            {skipped.map((planned) => (
              <BulkRow key={planned.transfer.deliveryId} planned={planned} progress={undefined} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
