// Ends workflows by what the index has seen: EXECUTED once the batch is on the ledger; REJECTED once its nonce is cancelled
// there; ABORTED once its transaction has failed, its deadline has passed, or another batch was signed with its nonce.
import { batchDigest } from '@connex/protocol'
import type { Address, TxHash } from '@connex/protocol'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Logger } from '../../common/logger.ts'
import { inTransaction, nowSeconds } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { announceDetails } from '../../storage/projections/announcements.ts'
import { findIndexedTime, readCursor } from '../../storage/projections/cursor.ts'
import { insertAuditEntries } from '../../storage/queries/audit.ts'
import { findBatchByTx, listNonceUses, stillHas } from '../../storage/queries/batches.ts'
import type { ExecutedBatch, NonceUse } from '../../storage/queries/batches.ts'
import { endWorkflow, listOpenWorkflows } from '../../storage/queries/workflows.ts'
import type { OpenWorkflow } from '../../storage/queries/workflows.ts'
import type { ApiContext } from '../call/context.ts'

type Context = Pick<ApiContext, 'config' | 'database' | 'ledger'>

/** `block`: a chain reorg of it undoes the end. `by`: what ended it there, perhaps another batch. */
type End =
  | { state: 'EXECUTED' | 'REJECTED'; block: number; by: ExecutedBatch }
  | { state: 'ABORTED'; block: number | null; by: ExecutedBatch | null }

export type WorkflowResolver = { wake: () => void; stop: () => Promise<void> }

/**
 * Resolves workflows after each step of the indexer, so that streams report it without a request. One round runs at a time; a
 * wake during a round starts another.
 *
 * @example
 * const resolver = startWorkflowResolver({ config, database, ledger }, log)
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
  const workflows = await listOpenWorkflows(db, tenant)
  const uses = await listNonceUses(
    db,
    workflows.map(({ batch }) => batch.nonce),
  )
  for (const open of workflows) {
    const use = uses.find((one) => one.tenant === open.tenant && one.nonce === open.batch.nonce)
    const end = use === undefined ? await endOf(context, open) : endByUse(context, open, use)
    if (end === undefined) continue
    await inTransaction(db, (trx) => endAs(trx, open, end))
  }
}

async function endAs(trx: Queryable, open: OpenWorkflow, { state, block, by }: End): Promise<void> {
  // A chain reorg may have happened in between.
  if (block !== null && !(await stillHas(trx, block, by?.txHash ?? null))) return
  const change = {
    ...(state === 'EXECUTED' && { tx_hash: by.txHash }),
    ...(state === 'REJECTED' && { rejected_by: by.user }),
  }
  if (!(await endWorkflow(trx, open.id, { state, ...change }))) return
  const isOnLedger = state !== 'ABORTED'
  await insertAuditEntries(trx, [
    {
      tenantAddr: open.tenant,
      userAddr: isOnLedger ? by.user : open.initiator,
      source: isOnLedger ? 'ON-CHAIN' : 'INTERNAL',
      action: AUDIT_ACTIONS[state],
      type: 'confirmation-workflows',
      entityId: open.id,
      call: state === 'REJECTED' ? 'rejectWorkflow' : 'confirmWorkflow',
      outcome: 'DONE',
      status: null,
      txHash: isOnLedger ? by.txHash : open.txHash,
      ...(block === null ? {} : { block }),
    },
  ])
  await announceDetails(trx, [{ tenant: open.tenant, id: open.id }])
}

const AUDIT_ACTIONS = {
  EXECUTED: 'WORKFLOW_EXECUTE',
  REJECTED: 'WORKFLOW_REJECT',
  ABORTED: 'WORKFLOW_ABORT',
} as const

/** Its nonce is used up. */
function endByUse({ config }: Context, { batch }: OpenWorkflow, by: NonceUse): End {
  const { block } = by
  if (by.digest === null) return { state: 'REJECTED', block, by }
  const isOwn = by.digest === `0x${bytesToHex(batchDigest(config.chainId, batch))}`
  return { state: isOwn ? 'EXECUTED' : 'ABORTED', block, by }
}

/** Undefined while it is open, or while this is unknown: the ledger may be unreachable, the index behind. */
async function endOf(context: Context, { batch, txHash }: OpenWorkflow): Promise<End | undefined> {
  const db = context.database.kysely
  if (txHash !== null) {
    // Without co-signers no nonce is used up.
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

/** The block in which a transaction failed, once it is indexed. */
async function findFailure({ database, ledger }: Context, txHash: TxHash): Promise<number | undefined> {
  const receipt = await ledger.call('eth_getTransactionReceipt', [txHash]).catch(() => null)
  if (typeof receipt !== 'object' || receipt === null) return undefined
  const { status, blockNumber } = receipt as { status?: string; blockNumber?: string }
  const indexed = (await readCursor(database.kysely))?.block_number ?? -1
  if (status !== '0x0' || blockNumber === undefined) return undefined
  return Number(blockNumber) <= indexed ? Number(blockNumber) : undefined
}
