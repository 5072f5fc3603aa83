// Four-eyes: one user prepares a transaction, another confirms it, either publishes it.
import {
  confirmWorkflow,
  contractCall,
  executeWorkflow,
  getWorkflow,
  listTasks,
  listWorkflows,
  rejectWorkflow,
  rejectWorkflowOnLedger,
  revokeWorkflow,
  selectorsOf,
  setFourEyes,
  startWorkflow,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { instrumentManagerAbi } from '@connex/sdk/contracts'
import type { Address, InstrumentId } from '@connex/sdk/protocol'

export async function workflows(
  first: Client,
  second: Client,
  { dappAddr, instrumentId }: { dappAddr: Address; instrumentId: InstrumentId },
): Promise<void> {
  const functionSelectors = selectorsOf(instrumentManagerAbi, 'createInstrumentRevision')
  await setFourEyes(first, { dappAddr, functionSelectors, signaturesRequired: 2 })

  const privateDataFp = `0x${'12'.repeat(32)}` as const
  const calls = [
    contractCall(instrumentManagerAbi, dappAddr, 'createInstrumentRevision', [
      instrumentId as `0x${string}`,
      privateDataFp,
    ]),
  ] as const
  const about = { entity: 'instrument', entityId: instrumentId, action: 'createInstrumentRevision' } as const

  // Started, confirmed, taken back, and rejected.
  const { workflowId: rejected } = await startWorkflow(first, { ...about, calls })
  await confirmWorkflow(second, { workflowId: rejected })
  await revokeWorkflow(second, { workflowId: rejected })
  await rejectWorkflow(second, { workflowId: rejected })
  // Final: the signatures become worthless, whoever has them.
  await rejectWorkflowOnLedger(second, { workflowId: rejected })

  // Started, confirmed, executed.
  const { workflowId } = await startWorkflow(first, { ...about, calls })
  await confirmWorkflow(second, { workflowId })
  await executeWorkflow(first, { workflowId })
  console.info((await getWorkflow(first, workflowId)).state) // 'EXECUTED'
  console.info((await listWorkflows(first, { state: ['REJECTED'] })).items.length)
  console.info((await listTasks(first, 'registries')).items.length)

  await setFourEyes(first, { dappAddr, functionSelectors, signaturesRequired: 1 })
}
