// A proposal as its approver's own client computes it: decoded from the calldata that would be signed, with private details whose
// fingerprints are checked here, and a dry run on the ledger of this moment.
import { fingerprintOf, Seconds } from '@connex/protocol'
import type { Address, DeliveryId, ForeignText, Transfer, Workflow } from '@connex/protocol'
import type { DealDetails } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { LedgerError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call, everyPage, fetched } from '../http/call.ts'
import { dappOfController } from '../ledger/controller.ts'
import { deliveryIdOf } from '../ledger/legs.ts'
import { decodeCalls, isKnownCall, ledgerLegsIn } from '../ledger/review.ts'
import type { BatchCall, SignedCall } from '../ledger/review.ts'
import { hex } from '../ledger/scalars.ts'
import { currentMe } from '../session/session.ts'
import { findShortages } from './shortages.ts'
import type { Doubt } from './doubts.ts'
import { forbids } from './doubts.ts'
import type { Explained, ExplainedCall } from './proposedActs.ts'
import { getWorkflow } from './queries.ts'
import { simulateBatch } from '../ledger/simulate.ts'

/** One call of the batch: an act in sentences, or what it does to a delivery, with what belongs to that. */
export type ProposedCall = (SignedCall | ExplainedCall) & {
  /** Private details with the fingerprint that is signed; null where they are missing, or differ. */
  details: DealDetails | null
  /** The transfer, once the delivery is on the ledger. */
  transfer: Transfer | undefined
  /** Of a cancellation: its reason, as the tenant's own server has it. */
  reason: ForeignText | null
}

export type Proposal = {
  workflow: Workflow
  calls: readonly ProposedCall[]
  /** Those that forbid an approval first. */
  doubts: readonly Doubt[]
  /** Whether nothing forbids it. */
  isApprovable: boolean
}

/**
 * What a colleague's proposal does, and whether it can be approved: nothing in it is the server's or the proposer's word.
 *
 * @example
 * const { calls, doubts, isApprovable } = await readProposal(client, workflowId)
 */
export async function readProposal(
  client: Client,
  workflowId: string,
  control: CallControl = {},
): Promise<Proposal> {
  requireClient(client)
  return computeProposal(client, await getWorkflow(client, workflowId, control), control)
}

/**
 * The same for a workflow that was just read, such as one of a list.
 *
 * @example
 * const { items } = await listWorkflows(client, { state: ['PENDING'] })
 * const proposals = await Promise.all(items.map((workflow) => computeProposal(client, workflow)))
 */
export async function computeProposal(
  client: Client,
  workflow: Workflow,
  control: CallControl = {},
): Promise<Proposal> {
  requireClient(client)
  const { user, tenant } = await currentMe(client)
  const deliveryManager = await dappOfController(client, workflow.batch.controllerAddr)
  const decoded = decodeCalls(workflow.batch, deliveryManager)
  const records = await readRecords(client, decoded.filter(isKnownCall), control)
  const acts = await explained(client, workflow, decoded, control)
  const found = decoded.map((one, index) => {
    if (isKnownCall(one))
      return withRecords(one, hex(workflow.batch.calls[index]?.data ?? '0x'), tenant.address, records)
    const { call, doubts } = acts.get(index) ?? { call: { ...one, sentences: [] }, doubts: [] }
    return { call: { ...call, ...NOTHING }, doubts }
  })
  const calls = found.map((one) => one.call)
  const doubts = [
    ...stateDoubts(workflow, user.userAddr),
    ...found.flatMap((one) => one.doubts),
    ...(isOpen(workflow) ? await checkNow(client, workflow, calls, control) : []),
  ].toSorted((left, right) => Number(forbids(right)) - Number(forbids(left)))
  return { workflow, calls, doubts, isApprovable: !doubts.some(forbids) }
}

const NOTHING = { details: null, transfer: undefined, reason: null }

const isOpen = ({ state, txHash }: Workflow): boolean =>
  (state === 'PENDING' || state === 'CONFIRMED') && txHash === null

/** Acts, whose code is fetched with the first proposal that has one. */
async function explained(
  client: Client,
  workflow: Workflow,
  decoded: readonly BatchCall[],
  control: CallControl,
): Promise<ReadonlyMap<number, Explained>> {
  const acts = decoded.flatMap((one, index) => (isKnownCall(one) ? [] : [[index, one] as const]))
  if (acts.length === 0) return new Map()
  const { explainActs } = await fetched(() => import('./proposedActs.ts'))
  return explainActs(client, workflow, new Map(acts), control)
}

function stateDoubts(workflow: Workflow, viewer: Address): Doubt[] {
  const { state, confirmations, txHash } = workflow
  if (state !== 'PENDING' && state !== 'CONFIRMED') return [{ code: 'workflowEnded', state }]
  if (txHash !== null) return [{ code: 'workflowPublished' }]
  const hasSigned = confirmations.some(({ userAddr }) => userAddr === viewer)
  return state === 'PENDING' && hasSigned ? [{ code: 'ownConfirmation' }] : []
}

type Records = {
  details: ReadonlyMap<DeliveryId, DealDetails | null>
  transfers: ReadonlyMap<DeliveryId, Transfer>
  /** By fingerprint. */
  reasons: ReadonlyMap<string, ForeignText | null>
}

async function readRecords(
  client: Client,
  calls: readonly SignedCall[],
  { signal }: CallControl,
): Promise<Records> {
  const deliveryIds = [...new Set(calls.map(({ deliveryId }) => deliveryId))]
  if (deliveryIds.length === 0) return { details: new Map(), transfers: new Map(), reasons: new Map() }
  const hasReasons = calls.some(
    (one) => one.functionName === 'cancelDelivery' && one.fingerprint !== undefined,
  )
  const [details, transfers, comments] = await Promise.all([
    call(client, 'deliveryDetails', { query: { deliveryIds }, signal }),
    everyPage((page) => call(client, 'transfers', { query: { ...page, transferId: deliveryIds }, signal })),
    hasReasons
      ? everyPage((page) => call(client, 'deliveryComments', { query: { ...page, deliveryIds }, signal }))
      : [],
  ])
  return {
    details: new Map(details.items.map((one) => [one.deliveryId, one.details])),
    transfers: new Map(transfers.map((one) => [one.deliveryId, one])),
    reasons: new Map(comments.map(({ fingerprint, text }) => [fingerprint, text])),
  }
}

function withRecords(
  signed: SignedCall,
  data: `0x${string}`,
  own: Address,
  records: Records,
): { call: ProposedCall; doubts: Doubt[] } {
  const { deliveryId, functionName, fingerprint } = signed
  const transfer = records.transfers.get(deliveryId)
  const stored = records.details.get(deliveryId) ?? null
  const creator = functionName === 'createDelivery' ? own : transfer?.creator
  const valueDate = functionName === 'createDelivery' ? (signed.valueDate ?? 0) : transfer?.valueDate
  // A delivery's id is the hash of its terms: only the right details make it.
  const isRight =
    stored !== null &&
    creator !== undefined &&
    valueDate !== undefined &&
    deliveryId ===
      deliveryIdOf({
        creator,
        privateDataFp: fingerprintOf(stored),
        legs: ledgerLegsIn({ data }),
        valueDate: Seconds.parse(valueDate),
      })
  const reason = fingerprint === undefined ? null : (records.reasons.get(fingerprint) ?? null)
  const found = { ...signed, details: isRight ? stored : null, transfer, reason }
  // A delivery without details is canceled all the more.
  if (functionName === 'cancelDelivery')
    return {
      call: found,
      doubts: fingerprint !== undefined && reason === null ? [{ code: 'detailsMissing', deliveryId }] : [],
    }
  if (isRight) return { call: found, doubts: [] }
  return { call: found, doubts: [{ code: stored === null ? 'detailsMissing' : 'detailsDiffer', deliveryId }] }
}

/** What has changed since it was proposed, and whether the ledger would take it now. */
async function checkNow(
  client: Client,
  workflow: Workflow,
  calls: readonly ProposedCall[],
  control: CallControl,
): Promise<Doubt[]> {
  const ended = calls.flatMap(endDoubts)
  if (ended.length > 0) return ended
  const deals = calls.filter(({ details, transfer }) => openingOf(details, transfer) !== null)
  const ofDeals = deals.length === 0 ? [] : await checkDeals(client, deals, control)
  if (ofDeals.some(forbids)) return ofDeals
  return [...ofDeals, ...(await checkLedger(client, workflow, calls, control))]
}

const openingOf = (details: DealDetails | null, transfer: Transfer | undefined): DeliveryId | null =>
  details?.openingDeliveryId ?? transfer?.openingDeliveryId ?? null

function endDoubts({ functionName, transfer }: ProposedCall): Doubt[] {
  if (functionName === undefined || transfer === undefined) return []
  const { deliveryId, deliveryState } = transfer
  if (functionName === 'createDelivery')
    return [{ code: 'batchOutdated', deliveryId, reason: 'the delivery was already created.' }]
  if (deliveryState === 'SETTLED')
    return [{ code: 'batchOutdated', deliveryId, reason: 'the transfer has settled.' }]
  return deliveryState === 'CANCELED'
    ? [{ code: 'batchOutdated', deliveryId, reason: 'the transfer was canceled.' }]
    : []
}

async function checkDeals(
  client: Client,
  calls: readonly ProposedCall[],
  control: CallControl,
): Promise<Doubt[]> {
  const { dealDoubts } = await fetched(() => import('./dealDoubts.ts'))
  const doubts: Doubt[] = []
  for (const one of calls)
    if (one.functionName !== undefined) doubts.push(...(await dealDoubts(client, one, control)))
  return doubts
}

async function checkLedger(
  client: Client,
  { batch, createdAt }: Workflow,
  calls: readonly ProposedCall[],
  control: CallControl,
): Promise<Doubt[]> {
  try {
    await simulateBatch(client, batch, control)
    return []
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    const shortages = await findShortages(
      client,
      calls.filter((one) => isKnownCall(one)),
      createdAt,
      control,
    )
    if (shortages.length > 0) return shortages
    return [{ code: 'ledgerRefuses', reason: error.message, error: error.code }]
  }
}
