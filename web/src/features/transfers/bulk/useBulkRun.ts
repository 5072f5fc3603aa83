import { actionsFor, type Address, type DeliveryId, type Transfer } from '@connex/protocol'
import { getTransfer, assertMatchesReview, type Client, type Progress } from '@connex/sdk'
import { useRef, useState } from 'react'
import { causeOf, withFullStop } from '../../../lib/errorText.ts'
import { endOfSession } from '../../../session/endOfSession.ts'
import { pendingHashOf, loadResolver } from '../../../shared/ledger/pendingTransaction.ts'
import { rememberAccount } from '../../../shared/deal/lastAccounts.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { changeText } from '../shared/useLiveTransfer.ts'
import type { PlannedTransfer } from './bulkPlan.ts'
import { createBulkReport, type BulkProgress } from './bulkReport.ts'
import { runLimited } from '../../../lib/concurrency.ts'
import type { BulkRun, BulkVerb } from './useBulkPlan.ts'

/** Prepared at the same time: signed one after the other, and awaited together. */
const AT_ONCE = 4

/**
 * Signs several transfers, each in a transaction of its own: if one fails, the others continue. The end of the session is
 * the end of the signing.
 */
export function useBulkRun(verb: BulkVerb, run: BulkRun) {
  const [phase, setPhase] = useState<'before' | 'running' | 'after'>('before')
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const isStarted = useRef(false)
  const { progress, toast, report } = useProgress(verb, nameOf)

  const sign = async (planned: PlannedTransfer, release: () => void, ended: AbortSignal) => {
    if (ended.aborted) return
    let isSigned = false
    report(planned, { state: 'running', text: t('Sending.preparing') })
    try {
      await run(planned, {
        signal: ended,
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
      if (ended.aborted) return
      const { deliveryId } = planned.transfer
      const now = isSigned ? undefined : await getTransfer(client, deliveryId).catch(() => undefined)
      const text = failureText(error, now, { verb, viewer: tenantAddr, nameOf, isSigned })
      report(planned, { state: 'failed', text })
      const reportDone = (isDone: boolean) => isDone && report(planned, successOf(verb, planned))
      void isDoneAfterAll(client, error).then(reportDone, () => undefined)
    }
  }

  const start = async (ready: readonly PlannedTransfer[]) => {
    if (isStarted.current) return
    isStarted.current = true
    setPhase('running')
    toast.start(ready.length)
    for (const planned of ready) rememberReceiving(planned)
    void loadResolver().catch(() => undefined)
    const ended = endOfSession()
    await runLimited(ready, AT_ONCE, (planned, release) => sign(planned, release, ended))
    if (ended.aborted) return
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

/** A transaction of unknown fate may still be executed. */
async function isDoneAfterAll(client: Client, error: unknown): Promise<boolean> {
  const txHash = pendingHashOf(error)
  if (txHash === undefined) return false
  const { resolveWithRetry } = await loadResolver()
  return (await resolveWithRetry(client, txHash))?.isDone === true
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

type FailureContext = {
  verb: BulkVerb
  viewer: Address
  nameOf: (address: Address) => string
  isSigned: boolean
}

/** Why one failed: the transfer changed since it was shown, otherwise the error itself; and whether nothing was signed. */
export function failureText(
  error: unknown,
  now: Transfer | undefined,
  { verb, viewer, nameOf, isSigned }: FailureContext,
): string {
  if (isSigned) return causeOf(error)
  const isAsBefore = now === undefined || actionsFor(now, viewer)[verb] !== undefined
  const cause = isAsBefore ? withFullStop(causeOf(error)) : changeText(now, false, viewer, nameOf)
  return `${cause} ${t('Sending.nothing_signed')}`
}

function stepText(progress: Progress): string {
  if (progress.step === 'published') return t('Sending.published')
  if (progress.step === 'mined' || progress.step === 'indexed')
    return t('Sending.in_block', { block: progress.block.toLocaleString('en') })
  return t('Sending.publishing')
}
