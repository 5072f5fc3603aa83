// Sends what a function of the SDK does to colleagues for approval, instead of to the ledger.
import { BlockNumber, HexData, TxHash, ZERO_BYTES32 } from '@connex/protocol'
import type { DeliveryId, Seconds, Workflow } from '@connex/protocol'
import type { ActSubject } from '../acts/actSubject.ts'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { call, fetched } from '../http/call.ts'
import { controllerOf, dappOfController } from '../ledger/controller.ts'
import { hex } from '../ledger/scalars.ts'
import type { LedgerCall, SendOptions, Sent } from '../ledger/transaction.ts'
import { decodeCalls, isKnownCall } from '../ledger/review.ts'
import type { BatchCall } from '../ledger/review.ts'
import { actionOf } from './workflowAction.ts'
import { dryRunBatch } from '../ledger/simulate.ts'
import { currentMe } from '../session/session.ts'
import { startWorkflow, type WorkflowParameters } from './workflows.ts'

/** `workflow`: undefined after a dry run alone. `result`: of the function, with a hash of zero, since nothing was sent. */
export type SentForApproval<Result> = { workflow: Workflow | undefined; result: Result }

/**
 * Lets colleagues approve what a function of the SDK would send: private details go to the tenant's own server first, the ledger checks the
 * calls, and the own signature is the first. It can be approved until the end of the earliest value date, for a week at most.
 *
 * @example
 * const { workflow } = await sendForApproval(client, (approval) => createFopTransfer(client, parameters, approval))
 */
export async function sendForApproval<Result>(
  client: Client,
  act: (options: SendOptions) => Promise<Result>,
  options: SendOptions = {},
): Promise<SentForApproval<Result>> {
  requireClient(client)
  let workflow: Workflow | undefined
  const sendBy = async (calls: readonly LedgerCall[]): Promise<Sent> => {
    const simulated = await checkCalls(client, calls, options)
    if (options.dryRun !== 'only') workflow = await propose(client, calls, options)
    return simulated
  }
  const result = await act({ ...options, sendBy, isProposal: true })
  return { workflow, result }
}

/**
 * Proposes the calls of an ended workflow again, as it was read, with a new deadline. The ledger checks them like anything new.
 *
 * @example
 * const workflow = await proposeAgain(client, await getWorkflow(client, workflowId))
 */
export async function proposeAgain(
  client: Client,
  { batch }: Pick<Workflow, 'batch'>,
  options: SendOptions = {},
): Promise<Workflow> {
  requireClient(client)
  const [first] = batch.calls
  if (first === undefined) throw new TypeError('a batch needs at least one call')
  const dappAddr = (await dappOfController(client, batch.controllerAddr)) ?? first.target
  const calls = batch.calls.map(({ target, data }) => ({ dappAddr, to: target, data: hex(data) }))
  await checkCalls(client, calls, options)
  return propose(client, calls, options)
}

/** What the ledger refuses is not proposed. */
async function checkCalls(client: Client, calls: readonly LedgerCall[], options: SendOptions): Promise<Sent> {
  const [first] = calls
  if (first === undefined) throw new TypeError('a batch needs at least one call')
  const controllerAddr = await controllerOf(client, first.dappAddr, options)
  const batch = {
    controllerAddr,
    calls: calls.map(({ to, data }) => ({ target: to, data: HexData.parse(data) })),
  }
  const simulated = await dryRunBatch(client, batch, { signal: options.signal })
  if (options.dryRun === 'only') options.onProgress?.(simulated)
  else options.approve?.(simulated.transaction)
  return { txHash: TxHash.parse(ZERO_BYTES32), block: BlockNumber.parse(simulated.block) }
}

async function propose(
  client: Client,
  calls: readonly LedgerCall[],
  options: SendOptions,
): Promise<Workflow> {
  return startWorkflow(client, await proposedWorkflow(client, calls, options), { signal: options.signal })
}

/** What a workflow of these calls is about, and how long colleagues can approve it. */
export async function proposedWorkflow(
  client: Client,
  calls: readonly LedgerCall[],
  { signal, deadline }: Pick<SendOptions, 'signal' | 'deadline'>,
): Promise<WorkflowParameters> {
  const [first, ...others] = calls
  if (first === undefined) throw new TypeError('a batch needs at least one call')
  const batch = { calls: calls.map(({ to, data }) => ({ target: to, data: HexData.parse(data) })) }
  const decoded = decodeCalls(batch, first.dappAddr)
  const now = (Date.now() + client.connection.clockSkew) / 1000
  const until = deadline === undefined ? await deadlineOf(client, decoded, now, signal) : Number(deadline)
  const [about] = decoded.filter(isKnownCall)
  const subject = about === undefined ? await subjectOfActs(client, calls) : undefined
  return {
    entity: 'delivery',
    entityId: about?.deliveryId ?? first.dappAddr,
    action: actionOf(decoded),
    ...subject,
    calls: [first, ...others],
    deadline: Math.floor(until),
  }
}

/** Of acts, whose code is fetched when the first of them is proposed. */
async function subjectOfActs(client: Client, calls: readonly LedgerCall[]): Promise<ActSubject | undefined> {
  const { actSubject } = await fetched(() => import('../acts/actSubject.ts'))
  return actSubject(calls, (await currentMe(client)).tenant.address)
}

const DAY = 24 * 3600
const WEEK = 7 * DAY

/** The end of the earliest value date that has not passed, a week at most. */
async function deadlineOf(
  client: Client,
  calls: readonly BatchCall[],
  now: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const known = calls.filter(isKnownCall)
  const created = known.flatMap(({ valueDate }) => valueDate ?? [])
  const existing = known.filter(({ functionName }) => functionName !== 'createDelivery')
  const dates = [...created, ...(await valueDatesOf(client, existing, signal))]
  const ends = dates.map((date) => date + DAY).filter((end) => end > now)
  return Math.min(now + WEEK, ...ends)
}

async function valueDatesOf(
  client: Client,
  calls: readonly { deliveryId: DeliveryId }[],
  signal: AbortSignal | undefined,
): Promise<Seconds[]> {
  const transferId = [...new Set(calls.map(({ deliveryId }) => deliveryId))]
  if (transferId.length === 0) return []
  const { items } = await call(client, 'transfers', { query: { transferId, itemsPerPage: 100 }, signal })
  return items.flatMap(({ valueDate }) => (valueDate === 0 ? [] : [valueDate]))
}
