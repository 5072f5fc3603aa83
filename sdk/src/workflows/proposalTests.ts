// The value tests of the substitutions in a proposal, computed by the approver's own client.
import type { DeliveryId } from '@connex/protocol'
import type { CollateralDoubt, ValueTest } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { getDeal } from '../deals/deals.ts'
import { fetched } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { isKnownCall } from '../ledger/review.ts'
import { utcDay } from '../session/session.ts'
import { findSubstitutionDoubts, findSubstitutionTest } from '../transfers/createSubstitution.ts'
import { dealAt, eventsIn, movesOf, quotedTestOf } from './proposedEvents.ts'
import type { ProposedEvent } from './proposedEvents.ts'
import type { Proposal } from './readProposal.ts'

/** `doubts`: about what comes in. */
export type ProposalTest = {
  deliveryId: DeliveryId
  test: ValueTest
  doubts: readonly CollateralDoubt[]
}

/**
 * What each substitution that a proposal creates or confirms takes out and brings in, with its value tests at the prices and haircuts that
 * it names: as whoever proposed it saw them, computed here. With what is in doubt of what comes in.
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
      : await confirmedTest(client, one, control)
    if (test !== undefined) tests.push({ deliveryId, ...test })
  }
  return tests
}

type Tested = Omit<ProposalTest, 'deliveryId'>

/** Before it is on the ledger. The doubts say whether the deal has changed since, and why there is no test: unknown securities. */
async function createdTest(
  client: Client,
  one: ProposedEvent,
  control: CallControl,
): Promise<Tested | undefined> {
  const loaded = await getDeal(client, one.openingDeliveryId, {}, control)
  const { moves, unknown } = await movesOf(client, dealAt(loaded, one.event) ?? loaded.deal, one, control)
  if (unknown.length > 0) return undefined
  const { deal } = loaded
  const giver = deal.lots.find(({ lot }) => moves.some((move) => move.lot === lot))?.giver ?? deal.giver
  const incoming = moves.filter(({ way }) => way === 'in')
  const { doubtsAbout } = await fetched(() => import('../transfers/substitutionDelivery.ts'))
  return {
    test: quotedTestOf(deal, moves, one.event, utcDay(client)),
    doubts: await doubtsAbout(client, { deal, giver, incoming }, control),
  }
}

async function confirmedTest(
  client: Client,
  one: ProposedEvent,
  control: CallControl,
): Promise<Tested | undefined> {
  const [test, doubts] = await Promise.all([
    findSubstitutionTest(client, one, control),
    findSubstitutionDoubts(client, one, control),
  ])
  return test && { test, doubts }
}
