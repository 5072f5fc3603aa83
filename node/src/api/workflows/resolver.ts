// Ends workflows by what the index has seen: EXECUTED once the batch is on the ledger; ABORTED once another batch has used its
// nonce, its transaction has failed, or its deadline has passed.
import type { Address, TxHash, WorkflowBatch } from '@connex/protocol'
import type { Logger } from '../../common/logger.ts'
import { decodeBatch, isSameBatch } from '../../ledger/calls.ts'
import { inTransaction, nowSeconds } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { announceDetails } from '../../storage/projections/announcements.ts'
import { findIndexedTime, readCursor } from '../../storage/projections/cursor.ts'
import { insertAuditEntries } from '../../storage/queries/audit.ts'
import { findBatchByNonce, findBatchByTx, findTenantNonce, stillHas } from '../../storage/queries/batches.ts'
import type { ExecutedBatch } from '../../storage/queries/batches.ts'
import { endWorkflow, listOpenWorkflows } from '../../storage/queries/workflows.ts'
import type { OpenWorkflow } from '../../storage/queries/workflows.ts'
import type { ApiContext } from '../call/context.ts'

type Context = Pick<ApiContext, 'database' | 'ledger'>

/** `block`: a chain reorg of it undoes the end. `by`: the batch executed in it, perhaps another one. */
type End =
  | { state: 'EXECUTED'; block: number; by: ExecutedBatch }
  | { state: 'ABORTED'; block: number | null; by: ExecutedBatch | null }

export type WorkflowResolver = { wake: () => void; stop: () => Promise<void> }

/**
 * Resolves workflows after each step of the indexer, so that streams report it without a request. One round runs at a time; a
 * wake during a round starts another.
 *
 * @example
 * const resolver = startWorkflowResolver({ database, ledger }, log)
 * startIndexer({ config, database, log, onStep: resolver.wake })
 */
export function startWorkflowResolver(context: Context, log: Logger): WorkflowResolver {
  let isDue = false
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (isDue && !stopping.signal.aborted) {
      isDue = false
      await resolveWorkflows(context).catch((error: unknown) =>
        log.warn({ err: error }, 'could not resolve workflows'),
      )
    }
    running = undefined
  }

  return {
    wake: () => {
      isDue = true
      running ??= run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Of one tenant, or of all. */
export async function resolveWorkflows(context: Context, tenant?: Address): Promise<void> {
  const db = context.database.kysely
  const nonces = new Map<Address, bigint>()
  for (const open of await listOpenWorkflows(db, tenant)) {
    const nonce = nonces.get(open.tenant) ?? (await findTenantNonce(db, open.tenant))
    nonces.set(open.tenant, nonce)
    const end = await endOf(context, open, nonce)
    if (end === undefined) continue
    await inTransaction(db, (trx) => endAs(trx, open, end))
  }
}

async function endAs(trx: Queryable, open: OpenWorkflow, end: End): Promise<void> {
  const { state, block, by } = end
  const isExecuted = state === 'EXECUTED'
  // A chain reorg may have happened in between.
  if (block !== null && !(await stillHas(trx, block, by?.txHash ?? null))) return
  if (!(await endWorkflow(trx, open.id, isExecuted ? { state, tx_hash: end.by.txHash } : { state }))) return
  await insertAuditEntries(trx, [
    {
      tenantAddr: open.tenant,
      userAddr: isExecuted ? end.by.sender : open.initiator,
      source: isExecuted ? 'ON-CHAIN' : 'INTERNAL',
      action: isExecuted ? 'WORKFLOW_EXECUTE' : 'WORKFLOW_ABORT',
      type: 'confirmation-workflows',
      entityId: open.id,
      call: 'confirmWorkflow',
      outcome: 'DONE',
      status: null,
      txHash: isExecuted ? end.by.txHash : open.txHash,
      ...(block === null ? {} : { block }),
    },
  ])
  await announceDetails(trx, [{ tenant: open.tenant, id: open.id }])
}

/** Undefined while it is open, or while this is unknown: the ledger may be unreachable, the index behind. */
async function endOf(context: Context, open: OpenWorkflow, nonce: bigint): Promise<End | undefined> {
  const db = context.database.kysely
  const { tenant, batch, txHash } = open
  if (nonce > BigInt(batch.tenantNonce)) {
    const by = await findBatchByNonce(db, tenant, batch.tenantNonce)
    if (by === undefined) return undefined
    const aborted = { state: 'ABORTED', block: by.block, by } as const
    if (by.controller !== batch.controllerAddr) return aborted
    const isOwn = by.txHash === txHash || (await carries(context.ledger, by.txHash, batch))
    if (isOwn === undefined) return undefined
    return isOwn ? { ...aborted, state: 'EXECUTED' } : aborted
  }
  if (txHash !== null) {
    const by = await findBatchByTx(db, batch.controllerAddr, txHash)
    if (by !== undefined) return { state: 'EXECUTED', block: by.block, by }
    const block = await findFailure(context, txHash)
    if (block !== undefined) return { state: 'ABORTED', block, by: null }
  }
  // A transaction that may be on its way expires by the ledger's clock; one that was never published here by ours.
  const cursor = txHash === null ? undefined : await readCursor(db)
  const time = txHash === null ? nowSeconds() : ((await findIndexedTime(db)) ?? 0)
  return time > batch.deadline
    ? { state: 'ABORTED', block: cursor?.block_number ?? null, by: null }
    : undefined
}

/** Whether a transaction makes the batch's calls to its controller. Undefined while the ledger is unreachable. */
async function carries(
  ledger: ApiContext['ledger'],
  txHash: TxHash,
  batch: WorkflowBatch,
): Promise<boolean | undefined> {
  try {
    const found = await ledger.call('eth_getTransactionByHash', [txHash])
    if (typeof found !== 'object' || found === null) return undefined
    const { to, input } = found as { to?: string | null; input?: string }
    const decoded = decodeBatch(input ?? '0x')
    return to?.toLowerCase() === batch.controllerAddr && decoded !== undefined && isSameBatch(decoded, batch)
  } catch {
    return undefined
  }
}

/** The block in which a transaction failed, once it is indexed. */
async function findFailure({ database, ledger }: Context, txHash: TxHash): Promise<number | undefined> {
  const receipt = await ledger.call('eth_getTransactionReceipt', [txHash]).catch(() => null)
  if (typeof receipt !== 'object' || receipt === null) return undefined
  const { status, blockNumber } = receipt as { status?: string; blockNumber?: string }
  const indexed = (await readCursor(database.kysely))?.block_number ?? -1
  if (status !== '0x0' || blockNumber === undefined) return undefined
  return Number(blockNumber) <= indexed ? Number(blockNumber) : undefined
}
