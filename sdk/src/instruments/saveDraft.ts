import { InstrumentDetails, freshSalt } from '@connex/protocol'
import type { CallBody, InstrumentDraft } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

export type DraftParameters = Omit<CallBody<'putDraft'>, 'details'> & {
  details: Omit<InstrumentDetails, 'salt'>
}

/**
 * Keeps an instrument with the own server that is not to go to the ledger yet, or changes the draft that is named.
 *
 * @example
 * const { draftId } = await saveDraft(client, {
 *   instrumentType: 'BOND', identifierType: 'ISIN', identifier: 'DE000A1EWWW0', decimals: 0, details: { label: 'Hanseatic 2030' },
 * })
 */
export async function saveDraft(
  client: Client,
  { details, ...draft }: DraftParameters,
  control: CallControl = {},
): Promise<InstrumentDraft> {
  requireClient(client)
  const body = { ...draft, details: InstrumentDetails.parse({ ...details, salt: freshSalt() }) }
  return call(client, 'putDraft', { ...control, body })
}
