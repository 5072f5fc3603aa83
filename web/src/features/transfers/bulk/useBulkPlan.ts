import {
  actionsFor,
  type AccountNumber,
  type DeliveryDetails,
  type DeliveryId,
  type Transfer,
} from '@connex/protocol'
import {
  call,
  cancelTransfer,
  confirmTransfer,
  everyPage,
  listAccounts,
  listPositions,
  type SendOptions,
} from '@connex/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { CANCEL_SUBMIT, cancelWords, paidWords } from '../cancel/cancelText.ts'
import { noCancelWords, turnWords } from '../shared/turnText.ts'
import { checkDetails, type DetailsCheck } from '../shared/transferDetails.ts'
import { createGate } from './concurrency.ts'
import { choose, isDecided, planConfirms, withChosen, type Chosen, type Planned } from './bulkPlan.ts'

export type BulkVerb = 'confirm' | 'cancel'

/** Asked of the ledger at the same time. */
const AT_ONCE = 4

/** As many ids as an address may hold. */
const IN_ONE_CALL = 50

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
      return verb === 'cancel' ? transfers.map(planCancel) : planAll(signal)
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  const [enter] = useState(() => createGate(AT_ONCE))
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const rows = plan.data?.map((planned) => withChosen(planned, chosen)) ?? []
  const asked = useQueries({
    queries: rows.map((row) => ({
      queryKey: ['dry-run', 'bulk', verb, row.transfer.deliveryId, JSON.stringify(row.accounts)],
      queryFn: ({ signal }: { signal: AbortSignal }) => enter(() => ask(row, signal)),
      enabled: row.leftOut === undefined && isDecided(row),
      staleTime: Infinity,
      gcTime: 0,
    })),
  })
  return {
    plan: plan.data && rows.map((row, index) => asked[index]?.data ?? row),
    /** How many wait for the ledger's answer. */
    asking: asked.filter(({ isFetching }) => isFetching).length,
    failure: plan.error ?? asked.find(({ error }) => error !== null)?.error ?? null,
    choose: (planned: Planned, account: AccountNumber) =>
      setChosen((former) => choose(former, planned, account)),
    run,
  }

  function planCancel(transfer: Transfer): Planned {
    const kind = actionsFor(transfer, tenantAddr).cancel?.kind
    if (kind === undefined || kind === 'refuse')
      return { transfer, leftOut: noCancelWords(transfer, tenantAddr, nameOf) }
    const counterparty = nameOf(transfer.counterpartyAddr)
    const notes = [cancelWords(transfer, kind, counterparty), ...paidWords(transfer, nameOf)]
    return { transfer, label: t(CANCEL_SUBMIT[kind]), notes, done: t(CANCEL_DONE[kind]) }
  }

  async function planAll(signal: AbortSignal): Promise<Planned[]> {
    const [positions, accounts] = await Promise.all([
      everyPage((page) => listPositions(client, { ...page, owner: tenantAddr }, { signal })),
      everyPage((page) => listAccounts(client, page, { signal })),
    ])
    const whyNot = (transfer: Transfer) => turnWords(transfer, tenantAddr, nameOf)
    const checks = await readChecks(signal)
    return planConfirms(transfers, { viewer: tenantAddr, positions, accounts, checks, whyNot })
  }

  async function readChecks(signal: AbortSignal): Promise<Map<DeliveryId, DetailsCheck>> {
    const ids = transfers.map(({ deliveryId }) => deliveryId)
    const held = new Map<DeliveryId, DeliveryDetails | null>()
    for (let next = 0; next < ids.length; next += IN_ONE_CALL) {
      const query = { deliveryIds: ids.slice(next, next + IN_ONE_CALL) }
      const { items } = await call(client, 'deliveryDetails', { query, signal })
      for (const { deliveryId, details } of items) held.set(deliveryId, details)
    }
    return new Map(
      transfers.map((one) => [one.deliveryId, checkDetails(held.get(one.deliveryId), one.privateDataFp)]),
    )
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

/** What was done of the three. */
const CANCEL_DONE = {
  cancel: 'Bulk.cancel_one_done',
  requestCancel: 'Bulk.cancel_one_asked',
  agreeCancel: 'Bulk.cancel_one_done',
} as const
