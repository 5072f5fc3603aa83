// How far several transfers are, in a toast, once their dialog was closed.
import type { Address, DeliveryId, Transfer } from '@connex/protocol'
import { shorten } from '../../../lib/identifiers.ts'
import { t } from '../../../messages/t.ts'
import { readToasts, showToast, updateToast, type Toast } from '../../../ui/toast/toasts.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import type { BulkVerb } from './useBulkPlan.ts'

/** The state of one row. */
export type BulkProgress = { state: 'running' | 'done' | 'failed'; text: string }

type Row = BulkProgress & { transfer: Transfer }

/** As many reasons as fit in a toast. */
const MOST_REASONS = 3

/** Counts the rows, and shows them in a toast from `show` on. */
export function createBulkReport(verb: BulkVerb, nameOf: (address: Address) => string) {
  const rows = new Map<DeliveryId, Row>()
  let count = 0
  let hasEnded = false
  let toast: string | undefined
  const update = () => {
    if (toast === undefined) return
    // Progress that the user has dismissed does not come back; the end does.
    const isShown = readToasts().some(({ id }) => id === toast)
    if (isShown || hasEnded)
      updateToast(toast, reportToast(verb, [...rows.values()], { count, hasEnded, nameOf }))
  }
  return {
    start: (all: number) => (count = all),
    change: (transfer: Transfer, progress: BulkProgress) => {
      rows.set(transfer.deliveryId, { ...progress, transfer })
      update()
    },
    end: () => {
      hasEnded = true
      update()
    },
    /** Nothing runs before the start, and after the end the dialog has shown it all. */
    show: () => {
      if (count === 0 || hasEnded) return
      toast = showToast(reportToast(verb, [...rows.values()], { count, hasEnded, nameOf }))
    },
  }
}

type Context = { count: number; hasEnded: boolean; nameOf: (address: Address) => string }

/** `reportToast('confirm', rows, { count: 20, hasEnded: false, nameOf })` → '7 of 20 done' */
export function reportToast(
  verb: BulkVerb,
  rows: readonly Row[],
  { count, hasEnded, nameOf }: Context,
): Omit<Toast, 'id'> {
  const done = rows.filter(({ state }) => state === 'done').length
  const failed = rows.filter(({ state }) => state === 'failed')
  const reasons = failed.slice(0, MOST_REASONS).map(({ transfer, text }) => {
    // Several may be of one kind and with one counterparty.
    const { counterpartyAddr, deliveryId } = transfer
    return `${transferTitle(transfer, nameOf(counterpartyAddr))} (${shorten(deliveryId)}): ${text}`
  })
  const others = failed.length - reasons.length
  if (others > 0) reasons.push(t('Bulk.more_failed', { count: others }))
  if (!hasEnded)
    return { tone: 'progress', title: t(`Bulk.${verb}_title`), text: t('Bulk.running', { done, count }) }
  return failed.length === 0
    ? { tone: 'success', title: t(`Bulk.${verb}_done`, { done }) }
    : {
        tone: 'danger',
        title: `${t(`Bulk.${verb}_done`, { done })}, ${t('Bulk.failed_count', { count: failed.length })}`,
        text: reasons.join(' '),
      }
}
