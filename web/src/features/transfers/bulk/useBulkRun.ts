import { actionsFor, type Address, type DeliveryId, type Transfer } from '@connex/protocol'
import { getTransfer, assertMatchesReview, type Progress } from '@connex/sdk'
import { useRef, useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { pendingHashOf, loadResolver } from '../../../shared/ledger/pendingTransaction.ts'
import { rememberAccount } from '../../../shared/deal/lastAccounts.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { changeText } from '../shared/useLiveTransfer.ts'
import type { PlannedTransfer } from './bulkPlan.ts'
import { createBulkReport, type BulkProgress } from './bulkReport.ts'
import { runLimited } from './concurrency.ts'
import type { BulkRun, BulkVerb } from './useBulkPlan.ts'

/** Prepared at the same time: signed one after the other, and awaited together. */
const AT_ONCE = 4

/** Signs several transfers, each in a transaction of its own: if one fails, the others continue. */
export function useBulkRun(verb: BulkVerb, run: BulkRun) {
  const [phase, setPhase] = useState<'before' | 'running' | 'after'>('before')
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const isStarted = useRef(false)
  const { progress, toast, report } = useProgress(verb, nameOf)
  /** A transaction of unknown fate may still be executed. */
  const follow = async (planned: PlannedTransfer, error: unknown) => {
    const txHash = pendingHashOf(error)
    if (txHash === undefined) return
    const result = await loadResolver().then(({ resolveWithRetry }) => resolveWithRetry(client, txHash))
    if (result?.isDone) report(planned, successOf(verb, planned))
  }

  const sign = async (planned: PlannedTransfer, release: () => void) => {
    let isSigned = false
    report(planned, { state: 'running', text: t('Sending.preparing') })
    try {
      await run(planned, {
        approve: (signed) => assertMatchesReview(planned.transaction, signed),
        onProgress: (step) => {
          isSigned ||= step.step === 'signed'
          // The next one is signed while this one waits for its block and for the index.
          if (step.step === 'published') release()
          report(planned, { state: 'running', text: stepText(step) })
        },
      })
      report(planned, successOf(verb, planned))
    } catch (error) {
      const { deliveryId } = planned.transfer
      const now = isSigned ? undefined : await getTransfer(client, deliveryId).catch(() => undefined)
      const text = failureText(error, now, { verb, viewer: tenantAddr, nameOf })
      report(planned, { state: 'failed', text })
      void follow(planned, error).catch(() => undefined)
    }
  }

  const start = async (ready: readonly PlannedTransfer[]) => {
    if (isStarted.current) return
    isStarted.current = true
    setPhase('running')
    toast.start(ready.length)
    for (const planned of ready) rememberReceiving(planned)
    void loadResolver().catch(() => undefined)
    await runLimited(ready, AT_ONCE, sign)
    setPhase('after')
    toast.end()
  }
  const count = (state: BulkProgress['state']) =>
    [...progress.values()].filter((one) => one.state === state).length
  return {
    phase,
    progress,
    done: count('done'),
    failed: count('failed'),
    start,
    /** The dialog closes, and a toast goes on reporting. */
    leave: toast.show,
  }
}

const successOf = (verb: BulkVerb, { success }: PlannedTransfer): BulkProgress => ({
  state: 'done',
  text: success ?? t(`Bulk.${verb}_one_done`),
})

function rememberReceiving({ receiving, accounts }: PlannedTransfer): void {
  if (receiving !== undefined && accounts?.receive !== undefined)
    rememberAccount(receiving.use, accounts.receive)
}

/** What the rows show, and what a toast shows in place of them. */
function useProgress(verb: BulkVerb, nameOf: (address: Address) => string) {
  const [progress, setProgress] = useState<ReadonlyMap<DeliveryId, BulkProgress>>(new Map())
  const [toast] = useState(() => createBulkReport(verb, nameOf))
  const report = ({ transfer }: PlannedTransfer, next: BulkProgress) => {
    setProgress((previous) => new Map(previous).set(transfer.deliveryId, next))
    toast.change(transfer, next)
  }
  return { progress, toast, report }
}

type FailureContext = { verb: BulkVerb; viewer: Address; nameOf: (address: Address) => string }

/** Why one failed: the transfer changed since it was shown, otherwise the error itself. */
export function failureText(
  error: unknown,
  now: Transfer | undefined,
  { verb, viewer, nameOf }: FailureContext,
): string {
  if (now === undefined || actionsFor(now, viewer)[verb] !== undefined) return causeOf(error)
  return `${changeText(now, false, viewer, nameOf)} ${t('Sending.nothing_signed')}`
}

function stepText(progress: Progress): string {
  if (progress.step === 'published') return t('Sending.published')
  if (progress.step === 'mined' || progress.step === 'indexed')
    return t('Sending.in_block', { block: progress.block.toLocaleString('en') })
  return t('Sending.publishing')
}
