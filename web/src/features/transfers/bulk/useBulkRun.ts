import { actionsFor, type Address, type DeliveryId, type Transfer } from '@connex/protocol'
import { getTransfer, requireShown, type Progress, type SendOptions } from '@connex/sdk'
import { useRef, useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { keptHashOf, loadSettling } from '../../../shared/ledger/useLedgerAction.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { changedWords } from '../shared/useLiveTransfer.ts'
import { inTurns } from './concurrency.ts'
import type { Planned } from './bulkPlan.ts'
import type { BulkVerb } from './useBulkPlan.ts'

/** How far one of them has come. */
export type BulkProgress = { state: 'running' | 'done' | 'failed'; words: string }

/** Prepared at the same time: signed one after the other, and waited for together. */
const AT_ONCE = 4

/** Signs several, each in a transaction of its own: one that fails takes no other with it. */
export function useBulkRun(
  verb: BulkVerb,
  run: (planned: Planned, options: SendOptions) => Promise<unknown>,
) {
  const [progress, setProgress] = useState<ReadonlyMap<DeliveryId, BulkProgress>>(new Map())
  const [phase, setPhase] = useState<'before' | 'running' | 'after'>('before')
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const isStarted = useRef(false)

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

  const sign = async (planned: Planned, letGo: () => void) => {
    let isSigned = false
    tell(planned, { state: 'running', words: t('Sending.preparing') })
    try {
      await run(planned, {
        approve: (signed) => requireShown(planned.rehearsed, signed),
        onProgress: (one) => {
          isSigned ||= one.step === 'signed'
          // The next one is signed while this one waits for its block and for the index.
          if (one.step === 'published') letGo()
          tell(planned, { state: 'running', words: stepWords(one) })
        },
      })
      tell(planned, done(planned))
    } catch (error) {
      const { deliveryId } = planned.transfer
      const now = isSigned ? undefined : await getTransfer(client, deliveryId).catch(() => undefined)
      tell(planned, { state: 'failed', words: failedWords(error, now, { verb, viewer: tenantAddr, nameOf }) })
      void follow(planned, error).catch(() => undefined)
    }
  }

  const start = async (ready: readonly Planned[]) => {
    if (isStarted.current) return
    isStarted.current = true
    setPhase('running')
    void loadSettling().catch(() => undefined)
    await inTurns(ready, AT_ONCE, sign)
    setPhase('after')
  }
  const count = (state: BulkProgress['state']) =>
    [...progress.values()].filter((one) => one.state === state).length
  return { phase, progress, done: count('done'), failed: count('failed'), start }
}

type Seen = { verb: BulkVerb; viewer: Address; nameOf: (address: Address) => string }

/** Why one of them failed: what has happened to the transfer since it was shown, where that is why. */
export function failedWords(
  error: unknown,
  now: Transfer | undefined,
  { verb, viewer, nameOf }: Seen,
): string {
  if (now === undefined || actionsFor(now, viewer)[verb] !== undefined) return causeOf(error)
  return `${changedWords(now, false, viewer, nameOf)} ${t('Sending.nothing_signed')}`
}

function stepWords(progress: Progress): string {
  if (progress.step === 'published') return t('Sending.published')
  if (progress.step === 'mined' || progress.step === 'indexed')
    return t('Sending.in_block', { block: progress.block.toLocaleString('en') })
  return t('Sending.publishing')
}
