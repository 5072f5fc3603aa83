import { actionsFor, type Transfer } from '@connex/protocol'
import { causeOf } from '../../../lib/errorWords.ts'
import { LedgerDialog } from '../../../lib/LedgerDialog.tsx'
import { useFourEyes } from '../../../lib/useFourEyes.ts'
import { useTenantNames } from '../../../lib/useTenantNames.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { bulk } from '../../../messages/en/bulk.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { BulkRow } from './BulkRow.tsx'
import styles from './BulkDialog.module.css'
import { useBulkPlan, type BulkVerb } from './useBulkPlan.ts'
import { useBulkRun } from './useBulkRun.ts'

addMessages({ ...bulk, ...cancelForm })

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
  const { plan, failure, run } = useBulkPlan(verb, transfers)
  const { phase, progress, start } = useBulkRun(verb, run)
  const ready = plan?.filter(({ leftOut }) => leftOut === undefined) ?? []
  const leftOut = plan?.filter((one) => one.leftOut !== undefined) ?? []
  const isBusy = phase === 'running'
  const submit = () => {
    if (phase === 'after') return onClose()
    if (ready.length === 0 || fourEyes !== undefined) return
    void start(ready).then(onDone)
  }
  return (
    <LedgerDialog
      title={t(`Bulk.${verb}_title`)}
      description={t(`Bulk.${verb}_text`)}
      size="wide"
      action={{ isBusy, step: isBusy ? t('Bulk.running') : undefined, failure: undefined }}
      fourEyes={fourEyes}
      notice={failure !== null && <Alert tone="danger">{causeOf(failure)}</Alert>}
      back={phase === 'after' ? undefined : t(verb === 'cancel' ? 'CancelForm.back' : 'Confirming.back')}
      submit={
        phase === 'after'
          ? t('Common.close')
          : t(`Bulk.${verb}_submit`, { count: (plan === undefined ? transfers : ready).length })
      }
      submitVariant={phase === 'after' ? 'primary' : verb === 'cancel' ? 'danger' : 'next'}
      waitsFor={
        plan === undefined ? t('DryRun.running') : ready.length === 0 ? t('Bulk.nothing_left') : undefined
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles.body}>
        {plan === undefined && failure === null && (
          <>
            <p role="status">{t('DryRun.running')}</p>
            {transfers.map(({ deliveryId }) => (
              <Skeleton key={deliveryId} width="full" />
            ))}
          </>
        )}
        {ready.length > 0 && (
          <ul className={styles.list} aria-label={t(`Bulk.${verb}_title`)}>
            {ready.map((planned) => (
              <BulkRow
                key={planned.transfer.deliveryId}
                planned={planned}
                counterparty={nameOf(planned.transfer.counterpartyAddr)}
                progress={progress.get(planned.transfer.deliveryId)}
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
