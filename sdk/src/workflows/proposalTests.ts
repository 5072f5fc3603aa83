// The value tests of the substitutions in a proposal, computed by the approver's own client.
import type { DeliveryId } from '@connex/protocol'
import type { ValueTest } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { getDeal } from '../deals/deals.ts'
import type { CallControl } from '../http/call.ts'
import { isKnownCall } from '../ledger/review.ts'
import { utcDay } from '../session/session.ts'
import { findSubstitutionTest } from '../transfers/createSubstitution.ts'
import { dealAt, eventsIn, movesOf, quotedTestOf } from './proposedEvents.ts'
import type { ProposedEvent } from './proposedEvents.ts'
import type { Proposal } from './readProposal.ts'

export type ProposalTest = { deliveryId: DeliveryId; test: ValueTest }

/**
 * What each substitution that a proposal creates or confirms takes out and brings in, with its value tests at the prices and haircuts that
 * it names: as whoever proposed it saw them, computed here.
 *
 * @example
 * const [substitution] = await findProposalTests(client, await readProposal(client, workflowId))
 * console.log(substitution?.test.market?.shortBy) // 0n: worth enough
 */
export async function findProposalTests(
  client: Client,
  { calls }: Pick<Proposal, 'calls'>,
  control: CallControl = {},
): Promise<ProposalTest[]> {
  requireClient(client)
  const substitutions = eventsIn(calls.filter((one) => isKnownCall(one))).filter(
    ({ event }) => event.event === 'SUBSTITUTION',
  )
  const tests: ProposalTest[] = []
  for (const one of substitutions) {
    const { deliveryId } = one
    const test = one.isCreated
      ? await createdTest(client, one, control)
      : await findSubstitutionTest(client, one, control)
    if (test !== undefined) tests.push({ deliveryId, test })
  }
  return tests
}

/** Before it is on the ledger. The doubts say whether the deal has changed since, and why there is no test: unknown securities. */
async function createdTest(
  client: Client,
  one: ProposedEvent,
  control: CallControl,
): Promise<ValueTest | undefined> {
  const loaded = await getDeal(client, one.openingDeliveryId, {}, control)
  const { moves, unknown } = await movesOf(client, dealAt(loaded, one.event) ?? loaded.deal, one, control)
  return unknown.length > 0 ? undefined : quotedTestOf(loaded.deal, moves, one.event, utcDay(client))
}
