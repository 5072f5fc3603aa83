import type { DeliveryId } from '@connex/protocol'
import { requireShown, type Progress, type SendOptions } from '@connex/sdk'
import { useRef, useState } from 'react'
import { causeOf } from '../../../lib/errorWords.ts'
import { keptHashOf, loadSettling } from '../../../lib/keptForLater.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import type { Planned } from './planConfirms.ts'
import type { BulkVerb } from './useBulkPlan.ts'

/** How far one of them has come. */
export type BulkProgress = { state: 'running' | 'done' | 'failed'; words: string }

/** Sent at the same time: they are signed one after the other, and waited for together. */
const AT_ONCE = 4

/** Signs several, each in a transaction of its own: one that fails takes no other with it. */
export function useBulkRun(
  verb: BulkVerb,
  run: (planned: Planned, options: SendOptions) => Promise<unknown>,
) {
  const [progress, setProgress] = useState<ReadonlyMap<DeliveryId, BulkProgress>>(new Map())
  const [phase, setPhase] = useState<'before' | 'running' | 'after'>('before')
  const { client } = useViewer()
  const isStarted = useRef(false)

  const start = async (ready: readonly Planned[]) => {
    if (isStarted.current) return
    isStarted.current = true
    setPhase('running')
    const waiting = [...ready]
    let failed = 0
    const tell = ({ transfer }: Planned, told: BulkProgress) =>
      setProgress((former) => new Map(former).set(transfer.deliveryId, told))
    const done = (planned: Planned): BulkProgress => ({
      state: 'done',
      words: planned.done ?? t(`Bulk.${verb}_one_done`),
    })
    const follow = async (planned: Planned, error: unknown) => {
      const txHash = keptHashOf(error)
      if (txHash === undefined) return
      const settled = await loadSettling().then(({ followSigned }) => followSigned(client, txHash))
      if (settled?.isDone) tell(planned, done(planned))
    }
    void loadSettling().catch(() => undefined)
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const planned = next
        tell(planned, { state: 'running', words: t('Sending.preparing') })
        try {
          await run(planned, {
            approve: (signed) => requireShown(planned.rehearsed, signed),
            onProgress: (one) => tell(planned, { state: 'running', words: stepWords(one) }),
          })
          tell(planned, done(planned))
        } catch (error) {
          failed += 1
          tell(planned, { state: 'failed', words: causeOf(error) })
          void follow(planned, error).catch(() => undefined)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setPhase('after')
    const count = ready.length - failed
    showToast({
      tone: failed === 0 ? 'success' : 'danger',
      title: t(`Bulk.${verb}_done`, { done: count }),
      text: failed === 0 ? undefined : t('Bulk.failed', { failed }),
    })
  }
  return { phase, progress, start }
}

function stepWords(progress: Progress): string {
  if (progress.step === 'published') return t('Sending.published')
  if (progress.step === 'mined' || progress.step === 'indexed')
    return t('Sending.in_block', { block: progress.block.toLocaleString('en') })
  return t('Sending.publishing')
}
