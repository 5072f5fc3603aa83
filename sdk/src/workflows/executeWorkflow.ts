import type { Workflow } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'
import { batchData } from '../ledger/delegate.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { sendTransaction } from '../ledger/sendTransaction.ts'
import { splitSignature } from '../ledger/splitSignature.ts'
import { currentMe } from '../platform/whoami.ts'
import { getWorkflow } from './getWorkflow.ts'

/**
 * Sends what enough users have signed to the ledger. Whoever sends it counts as one of them, and needs no signature.
 *
 * @example
 * const { block } = await executeWorkflow(client, { workflowId })
 */
export async function executeWorkflow(
  client: Client,
  { workflowId }: { workflowId: string },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { signal } = options
  const [workflow, { user }] = await Promise.all([
    getWorkflow(client, workflowId, { signal }),
    currentMe(client),
  ])
  if (workflow.state !== 'CONFIRMED') throw new ClientError('workflowNotConfirmed', workflow.state)
  const { controllerAddr, calls, deadline } = workflow.batch
  const given = calls.map(({ target, data }) => ({ target: hex(target), data: hex(data) }))
  const data = batchData(given, signaturesBeside(user.userAddr, workflow), BigInt(deadline))
  return sendTransaction(
    client,
    { to: controllerAddr, data },
    {
      ...options,
      publishBy: (rawTransaction) =>
        call(client, 'confirmWorkflow', { body: { workflowId, rawTransaction }, signal }),
    },
  )
}

/** As many as are needed beside the sender's, in the order that the ledger wants. */
const signaturesBeside = (sender: string, { confirmations, signaturesRequired }: Workflow) =>
  confirmations
    .filter(({ userAddr }) => userAddr !== sender)
    .slice(0, signaturesRequired - 1)
    .sort((a, b) => (a.userAddr < b.userAddr ? -1 : 1))
    .flatMap(({ signature }) => (signature === null ? [] : [splitSignature(signature)]))
