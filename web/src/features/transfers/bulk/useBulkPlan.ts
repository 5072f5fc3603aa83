import {
  actionsFor,
  checkDetails,
  type AccountNumber,
  type Address,
  type CallAnswer,
  type CancelKind,
  type DeliveryId,
  type Transfer,
} from '@connex/protocol'
import type { DetailsCheck } from '@connex/protocol/deals'
import {
  call,
  cancelTransfer,
  confirmTransfer,
  everyPage,
  listAccounts,
  listPositions,
  sendForApproval,
  sendTogether,
  simulateAction,
  type Client,
  type SendOptions,
} from '@connex/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { lastAccount } from '../../../shared/deal/lastAccounts.ts'
import { CANCEL_SUBMIT, cancelNotes } from '../cancel/cancelText.ts'
import { noCancelText, turnText } from '../shared/turnText.ts'
import {
  choose,
  isDecided,
  planConfirms,
  withChosen,
  type PlannedTransfer,
  type ReceivingAccounts,
} from './bulkPlan.ts'
import { createLimiter } from '../../../lib/concurrency.ts'

export type BulkVerb = 'confirm' | 'cancel'
type NameOf = (address: Address) => string

/** Signs one of them, or only simulates it. */
export type BulkRun = (planned: PlannedTransfer, options: SendOptions) => Promise<unknown>

const DRY_RUNS_AT_ONCE = 4

/** As many ids as fit in one URL. */
const IDS_PER_CALL = 50

/** Plans several transfers, with a dry run of each. Those that would fail are left out, with the reason. */
export function useBulkPlan(verb: BulkVerb, transfers: readonly Transfer[], isProposed: boolean) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const run: BulkRun = ({ transfer, accounts }, options) => {
    const { deliveryId } = transfer
    return verb === 'cancel'
      ? cancelTransfer(client, { deliveryId, transfer }, options)
      : // Before a dry run, the plan has checked the details of all of them in one request.
        confirmTransfer(
          client,
          { deliveryId, transfer, accounts, withoutDetails: options.dryRun === 'only' },
          options,
        )
  }
  const plan = useQuery({
    queryKey: ['dry-run', 'bulk', verb, transfers.map(({ deliveryId }) => deliveryId)],
    queryFn: async ({ signal }) =>
      verb === 'cancel'
        ? transfers.map((transfer) => planCancel(transfer, tenantAddr, nameOf))
        : planConfirms(transfers, {
            ...(await readHoldings(client, tenantAddr, signal)),
            checks: await readChecks(client, transfers, signal),
            viewer: tenantAddr,
            waitText: (transfer) => turnText(transfer, tenantAddr, nameOf),
          }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const [limited] = useState(() => createLimiter(DRY_RUNS_AT_ONCE))
  const [chosen, setChosen] = useState<ReceivingAccounts>(new Map())
  const rows = plan.data?.map((planned) => withChosen(planned, chosen, lastAccount)) ?? []
  const dryRuns = useQueries({
    queries: rows.map((row) => ({
      queryKey: ['dry-run', 'bulk', verb, row.transfer.deliveryId, JSON.stringify(row.accounts), isProposed],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        limited(() => dryRun(client, row, { run, isProposed, signal })),
      enabled: row.skipReason === undefined && isDecided(row),
      staleTime: Infinity,
      gcTime: 0,
    })),
  })
  return {
    plan: plan.data && rows.map((row, index) => dryRuns[index]?.data ?? row),
    /** How many dry runs are still running. */
    runningCount: dryRuns.filter(({ isFetching }) => isFetching).length,
    failure: plan.error ?? dryRuns.find(({ error }) => error !== null)?.error ?? null,
    choose: (planned: PlannedTransfer, account: AccountNumber) =>
      setChosen((previous) => choose(previous, planned, account)),
    run,
    /** All of them in one ledger transaction, for one approval. */
    runTogether: (planned: readonly PlannedTransfer[], options: SendOptions) =>
      sendTogether(
        client,
        planned.map((one) => (together) => run(one, together)),
        options,
      ),
  }
}

function planCancel(transfer: Transfer, viewer: Address, nameOf: NameOf): PlannedTransfer {
  const kind = actionsFor(transfer, viewer).cancel?.kind
  // A refusal needs a reason, and so a dialog of its own.
  if (kind === undefined || kind === 'refuse')
    return { transfer, skipReason: noCancelText(transfer, viewer, nameOf) }
  const notes = cancelNotes(transfer, kind, nameOf)
  return { transfer, label: t(CANCEL_SUBMIT[kind]), notes, success: t(CANCEL_SUCCESS[kind]) }
}

const CANCEL_SUCCESS = {
  cancel: 'Bulk.cancel_one_done',
  requestCancel: 'Bulk.cancel_one_asked',
  agreeCancel: 'Bulk.cancel_one_done',
} as const satisfies Record<Exclude<CancelKind, 'refuse'>, string>

async function readHoldings(client: Client, owner: Address, signal: AbortSignal) {
  const [positions, accounts] = await Promise.all([
    everyPage((page) => listPositions(client, { ...page, owner }, { signal })),
    everyPage((page) => listAccounts(client, page, { signal })),
  ])
  return { positions, accounts }
}

async function readChecks(
  client: Client,
  transfers: readonly Transfer[],
  signal: AbortSignal,
): Promise<Map<DeliveryId, DetailsCheck>> {
  const ids = transfers.map(({ deliveryId }) => deliveryId)
  const found = new Map<DeliveryId, CallAnswer<'deliveryDetails'>['items'][number]>()
  for (let next = 0; next < ids.length; next += IDS_PER_CALL) {
    const query = { deliveryIds: ids.slice(next, next + IDS_PER_CALL) }
    const { items } = await call(client, 'deliveryDetails', { query, signal })
    for (const held of items) found.set(held.deliveryId, held)
  }
  return new Map(
    transfers.map((one) => [one.deliveryId, checkDetails(found.get(one.deliveryId), one.privateDataFp)]),
  )
}

type DryRunOptions = { run: BulkRun; isProposed: boolean; signal: AbortSignal }

/** The plan with the transaction to sign, or with the reason why the ledger refuses it. */
async function dryRun(
  client: Client,
  planned: PlannedTransfer,
  { run, isProposed, signal }: DryRunOptions,
): Promise<PlannedTransfer> {
  const act = (options: SendOptions) => run(planned, options)
  const result = { ...planned }
  try {
    // The vault signs 300 requests a minute: one for each transfer is enough.
    if (!isProposed) result.transaction = await simulateAction(client, act, { signal })
    // The ledger's check without the signatures of colleagues.
    else
      await sendForApproval(client, act, {
        dryRun: 'only',
        signal,
        onProgress: (progress) =>
          progress.step === 'simulated' && (result.transaction = progress.transaction),
      })
    return result
  } catch (error) {
    signal.throwIfAborted()
    return { ...planned, skipReason: causeOf(error) }
  }
}
