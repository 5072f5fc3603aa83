import { actionsFor, type Transfer } from '@connex/protocol'
import {
  cancelTransfer,
  confirmTransfer,
  everyPage,
  listAccounts,
  listPositions,
  type SendOptions,
} from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { causeOf } from '../../../lib/errorWords.ts'
import { useTenantNames } from '../../../lib/useTenantNames.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { noCancelWords, turnWords } from '../turnWords.ts'
import { planConfirms, type Planned } from './planConfirms.ts'

export type BulkVerb = 'confirm' | 'cancel'

/** Asked of the ledger at the same time. */
const AT_ONCE = 4

/** What would be done with each of several transfers: those that would fail are left out, with the reason. */
export function useBulkPlan(verb: BulkVerb, transfers: readonly Transfer[]) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const run = (planned: Planned, options: SendOptions): Promise<unknown> => {
    const { deliveryId } = planned.transfer
    return verb === 'cancel'
      ? cancelTransfer(client, { deliveryId }, options)
      : confirmTransfer(client, { deliveryId, accounts: planned.accounts }, options)
  }
  const plan = useQuery({
    queryKey: ['dry-run', 'bulk', verb, transfers.map(({ deliveryId }) => deliveryId)],
    queryFn: async ({ signal }) => {
      const planned = verb === 'cancel' ? transfers.map(planCancel) : await planAll(signal)
      const asked: Planned[] = []
      for (let next = 0; next < planned.length; next += AT_ONCE)
        asked.push(...(await Promise.all(planned.slice(next, next + AT_ONCE).map((one) => ask(one, signal)))))
      return asked
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  return { plan: plan.data, failure: plan.error, run }

  function planCancel(transfer: Transfer): Planned {
    const kind = actionsFor(transfer, tenantAddr).cancel?.kind
    return kind === undefined || kind === 'refuse'
      ? { transfer, leftOut: noCancelWords(transfer, tenantAddr) }
      : { transfer }
  }

  async function planAll(signal: AbortSignal): Promise<Planned[]> {
    const [positions, accounts] = await Promise.all([
      everyPage((page) => listPositions(client, { ...page, owner: tenantAddr }, { signal })),
      everyPage((page) => listAccounts(client, page, { signal })),
    ])
    const whyNot = (transfer: Transfer) => turnWords(transfer, tenantAddr, nameOf)
    return planConfirms(transfers, { viewer: tenantAddr, positions, accounts, whyNot })
  }

  async function ask(planned: Planned, signal: AbortSignal): Promise<Planned> {
    if (planned.leftOut !== undefined) return planned
    try {
      const asked = { ...planned }
      await run(planned, {
        dryRun: 'only',
        signal,
        onProgress: (one) => one.step === 'rehearsed' && (asked.rehearsed = one.transaction),
      })
      return asked
    } catch (error) {
      signal.throwIfAborted()
      return { ...planned, leftOut: causeOf(error) }
    }
  }
}
