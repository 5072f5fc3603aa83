// Dry runs: whether the ledger would take a transaction.
import { BlockNumber, GAS_LIMIT, TxHash, ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { WorkflowBatch } from '@connex/protocol'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { Client } from '../client/client.ts'
import { requireClient, walletOf } from '../client/client.ts'
import { ApiError, ClientError, LedgerError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { isJsonObject } from '../json.ts'
import { currentMe } from '../session/session.ts'
import { asLedgerError } from './asLedgerError.ts'
import { batchData, delegate } from './controller.ts'
import { rpc } from './readContract.ts'
import { hex } from './scalars.ts'
import type { BlockTag, LedgerCall, Progress, SendOptions, Sent, Transaction } from './transaction.ts'

/**
 * Dry run from the user's address: resolves where the ledger would take the transaction, else throws its refusal.
 *
 * @example
 * await simulate(client, await delegate(client, calls)) // or a LedgerError with the reason
 */
export async function simulate(
  client: Client,
  transaction: Transaction,
  block: BlockTag = 'latest',
  control: CallControl = {},
): Promise<void> {
  requireClient(client)
  const request = transactionRequest(client, transaction)
  const at = typeof block === 'number' ? `0x${block.toString(16)}` : block
  try {
    await rpc(client, 'eth_call', [request, at], control)
  } catch (error) {
    throw await asLedgerError(error)
  }
}

/**
 * Dry run of the wallet's next transaction, which may build on those that no block has yet; the answer is the block that it
 * ran on. It is skipped, and the answer undefined, where only the next block can tell: behind own transactions, on a ledger
 * without a state that includes them.
 */
export async function simulateNext(
  client: Client,
  transaction: Transaction,
  control: CallControl = {},
): Promise<'latest' | 'pending' | undefined> {
  const stored = await client.journal.read(walletOf(client))
  return simulateAfter(
    client,
    transaction,
    stored.every(({ block }) => block !== undefined),
    control,
  )
}

/** The same where the caller knows whether blocks have all of the wallet's earlier transactions. */
async function simulateAfter(
  client: Client,
  transaction: Transaction,
  isFirst: boolean,
  control: CallControl,
): Promise<'latest' | 'pending' | undefined> {
  const at = isFirst ? 'latest' : 'pending'
  try {
    await simulate(client, transaction, at, control)
    return at
  } catch (error) {
    if (isFirst || (await hasPendingState(client, error, control))) throw error
    return undefined
  }
}

/** After a failure at `pending`: some ledgers refuse that block, others answer with the latest one's state. */
async function hasPendingState(client: Client, error: unknown, control: CallControl): Promise<boolean> {
  if (error instanceof ApiError && error.code === 'badRequest') return false
  const isAnswer = error instanceof LedgerError || (error instanceof ApiError && error.status < 500)
  const isLedgers = error instanceof ApiError && error.code === 'ledgerFailed'
  if (!isAnswer && !isLedgers) return true
  try {
    // In this order: a block that comes in between must not look like a pending one.
    const pending = await rpc(client, 'eth_getBlockByNumber', ['pending', false], control).catch(() => null)
    const latest = Number(await rpc(client, 'eth_blockNumber', [], control))
    return isJsonObject(pending) && Number(pending['number']) > latest
  } catch {
    // The ledger is away: the failure itself says so.
    return true
  }
}

/** The transaction as the read-only methods want it: from the user's own address. */
function transactionRequest({ signer }: Client, { to, data, value = 0n }: Transaction) {
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  return { from: signer.address, to, data, ...(value > 0n ? { value: `0x${value.toString(16)}` } : {}) }
}

/** A dry run alone: whether the ledger would take it, on which block, for how much gas. */
export async function dryRun(client: Client, transaction: Transaction, options: SendOptions): Promise<Sent> {
  const control = { signal: options.signal }
  const at = await simulateNext(client, transaction, control)
  const outcome = await measured(client, transaction, at, options)
  options.onProgress?.({ step: 'simulated', transaction, checked: 'TRANSACTION', ...outcome })
  return { txHash: TxHash.parse(ZERO_BYTES32), block: outcome.block }
}

/**
 * The transaction that an action would sign, once the ledger would take it: a dry run of one request, for many actions at
 * once. `dryRun: 'only'` also reads the gas and the block.
 *
 * @example
 * const transaction = await simulateAction(client, (options) => confirmTransfer(client, parameters, options))
 */
export async function simulateAction(
  client: Client,
  act: (options: SendOptions) => Promise<unknown>,
  control: CallControl = {},
): Promise<Transaction> {
  requireClient(client)
  const simulated = Promise.withResolvers<Transaction>()
  const sendBy = async (calls: readonly LedgerCall[]): Promise<Sent> => {
    const transaction = await delegate(client, calls, control)
    await simulateNext(client, transaction, control)
    simulated.resolve(transaction)
    return { txHash: TxHash.parse(ZERO_BYTES32), block: BlockNumber.parse(0) }
  }
  await act({ dryRun: 'only', signal: control.signal, sendBy })
  return simulated.promise
}

export type DryRun = {
  block: BlockNumber
  gas: bigint
  /** False where only the next block can tell. */
  isChecked: boolean
}

/**
 * A dry run for a wallet without a journal. `isFirst`: blocks have all of the wallet's earlier transactions.
 *
 * @example
 * const { gas } = await dryRunAfter(client, transaction, account.pending <= account.latest)
 */
export async function dryRunAfter(
  client: Client,
  transaction: Transaction,
  isFirst: boolean,
  control: CallControl = {},
): Promise<DryRun> {
  const at = await simulateAfter(client, transaction, isFirst, control)
  return measured(client, transaction, at, control)
}

/** After the call, whose refusal always has a reason; an estimate's may not. */
async function measured(
  client: Client,
  transaction: Transaction,
  at: 'latest' | 'pending' | undefined,
  { gas: limit = GAS_LIMIT, signal }: Pick<SendOptions, 'gas' | 'signal'>,
): Promise<DryRun> {
  const [gas, height] = await Promise.all([
    at === undefined
      ? limit
      : rpc(client, 'eth_estimateGas', [transactionRequest(client, transaction), at], { signal }),
    rpc(client, 'eth_blockNumber', [], { signal }),
  ])
  return {
    block: BlockNumber.parse(Number(height)),
    gas: BigInt(String(gas)),
    isChecked: at !== undefined,
  }
}

// A tenant's batch before it has its signatures: as its controller would have the tenant execute it.

const executeAbi = parseAbi([
  'function execute((address target, bytes data)[] calls) returns (bytes[] results)',
])

type Batch = Pick<WorkflowBatch, 'controllerAddr' | 'calls'>

const callsOf = ({ calls }: Batch) =>
  calls.map(({ target, data }) => ({ target: hex(target), data: hex(data) }))

/** Resolves where the ledger would take the calls now, else throws its refusal. Signatures and privileges are not checked. */
export async function simulateBatch(client: Client, batch: Batch, control: CallControl = {}): Promise<void> {
  try {
    await rpc(client, 'eth_call', [await requestOf(client, batch), 'latest'], control)
  } catch (error) {
    throw await asLedgerError(error)
  }
}

/** The same, with the gas and the transaction as a dry run reports them. */
export async function dryRunBatch(
  client: Client,
  batch: Batch,
  control: CallControl,
): Promise<Extract<Progress, { step: 'simulated' }>> {
  await simulateBatch(client, batch, control)
  const [gas, height] = await Promise.all([
    rpc(client, 'eth_estimateGas', [await requestOf(client, batch), 'latest'], control),
    rpc(client, 'eth_blockNumber', [], control),
  ])
  const block = BlockNumber.parse(Number(height))
  const transaction = transactionOf(batch)
  return {
    step: 'simulated',
    block,
    gas: BigInt(String(gas)),
    transaction,
    isChecked: true,
    checked: 'CALLS',
  }
}

/** As it would be sent, without its signatures: for a review of what it does. */
const transactionOf = (batch: Batch): Transaction => ({
  to: batch.controllerAddr,
  data: batchData(callsOf(batch), [], { nonce: 0n, deadline: 0n, sender: hex(ZERO_ADDRESS) }),
})

async function requestOf(client: Client, batch: Batch) {
  const { tenant } = await currentMe(client)
  const data = encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [callsOf(batch)] })
  return { from: batch.controllerAddr, to: tenant.address, data }
}
