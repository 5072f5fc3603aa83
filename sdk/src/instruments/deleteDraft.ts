import type { InstrumentId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * Removes a draft, unless a workflow is about it that was not rejected.
 *
 * @example
 * await deleteDraft(client, { draftId })
 */
export async function deleteDraft(
  client: Client,
  query: { draftId: InstrumentId },
  control: CallControl = {},
): Promise<void> {
  requireClient(client)
  await call(client, 'deleteDraft', { ...control, query })
}
