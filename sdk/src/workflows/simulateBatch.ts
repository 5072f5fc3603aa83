// A dry run of a tenant's batch before it has its signatures: as its controller would have the tenant execute it.
import { BlockNumber, ZERO_ADDRESS } from '@connex/protocol'
import type { WorkflowBatch } from '@connex/protocol'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { asLedgerError } from '../ledger/asLedgerError.ts'
import { batchData } from '../ledger/controller.ts'
import { rpc } from '../ledger/readContract.ts'
import { hex } from '../ledger/scalars.ts'
import type { Progress, Transaction } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'

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
  return { step: 'simulated', block, gas: BigInt(String(gas)), transaction, isChecked: true }
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
