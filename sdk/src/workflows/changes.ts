// What is otherwise now than when a colleague proposed it: what an approver weighs, beside what forbids an approval.
import { cashOf, formatCash, formatQuantity, toQuantity } from '@connex/protocol'
import type { Quantity, RegistryState } from '@connex/protocol'
import { assetText } from '@connex/protocol/deals'
import type { Deal } from '@connex/protocol/deals'
import type { ValueTest } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { getDeal } from '../deals/deals.ts'
import { everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { isKnownCall } from '../ledger/review.ts'
import type { SignedCall } from '../ledger/review.ts'
import { labelIn } from '../registries/assetLabels.ts'
import { listRegistryInstruments } from '../registries/queries.ts'
import { utcDay } from '../session/session.ts'
import type { Balance } from './doubts.ts'
import { dealAt, eventsIn, movesOf, quotedTestOf } from './proposedEvents.ts'
import type { ProposedEvent } from './proposedEvents.ts'
import type { Proposal } from './readProposal.ts'
import { readBalances } from './shortages.ts'

/**
 * `available`: of an account from which the caller's tenant delivers. `outstanding`: of a lot that the delivery moves. `value`: what the
 * value test of a substitution says, at the prices that it quotes, of the deal as it was and as it is. `registry`: of securities that
 * cannot be moved now.
 */
export type ProposalChange =
  | ({ kind: 'available' } & Balance)
  | {
      kind: 'outstanding'
      lot: string
      instrument: string
      decimals: number
      before: Quantity
      now: Quantity
    }
  | { kind: 'value'; before: string; now: string }
  | { kind: 'registry'; instrument: string; now: RegistryState }

/**
 * What has changed since a proposal was made: the quantities available in the accounts from which it delivers, what is outstanding of the
 * deal, the value test of a substitution, and registries that were suspended or closed. Computed here, from the deal's deliveries, the quoted prices and the bytes to be signed.
 *
 * @example
 * const changes = await findProposalChanges(client, await readProposal(client, workflowId))
 * console.info(changes.map(proposalChangeText))
 */
export async function findProposalChanges(
  client: Client,
  { workflow, calls, doubts }: Pick<Proposal, 'workflow' | 'calls' | 'doubts'>,
  control: CallControl = {},
): Promise<ProposalChange[]> {
  requireClient(client)
  const known = calls.filter((one) => isKnownCall(one))
  const balances = await readBalances(client, known, workflow.createdAt, control)
  const available = balances.flatMap((one): ProposalChange[] =>
    one.before === one.now ? [] : [{ kind: 'available', ...one }],
  )
  const ofDeals: ProposalChange[] = []
  for (const one of eventsIn(known)) ofDeals.push(...(await dealChanges(client, one, control)))
  return [...available, ...ofDeals, ...(await registryChanges(client, { calls: known, doubts }, control))]
}

/**
 * A change in a sentence, before and now. Pure.
 *
 * @example
 * proposalChangeText(change) // 'Outstanding of P1: 10,000,000.00 DE000A2LQ5M4 when it was proposed, 7,000,000.00 now.'
 */
export function proposalChangeText(change: ProposalChange): string {
  if (change.kind === 'value') return `Value test: ${change.before} when it was proposed; ${change.now} now.`
  if (change.kind === 'registry')
    return `The registry of ${change.instrument} is ${STATE_TEXTS[change.now]} now: nothing of it can be moved.`
  const { instrument, decimals } = change
  const text = (quantity: Quantity) => formatQuantity(quantity, decimals)
  const compared = `${text(change.before)} ${instrument} when it was proposed, ${text(change.now)} now`
  return change.kind === 'available'
    ? `Available in account ${change.account}: ${compared}; it needs ${text(change.needed)}.`
    : `Outstanding of ${change.lot}: ${compared}.`
}

const STATE_TEXTS: Record<RegistryState, string> = {
  NONE: 'closed',
  REGISTERED: 'open',
  DEREGISTERED: 'closed',
  SUSPENDED: 'suspended',
  IMPORTING: 'being imported',
  EXPORTING: 'being exported',
}

/** Read only where the ledger refuses for that reason: many proposals are weighed at once. */
async function registryChanges(
  client: Client,
  { calls, doubts }: Pick<Proposal, 'doubts'> & { calls: readonly SignedCall[] },
  control: CallControl,
): Promise<ProposalChange[]> {
  const isRefused = doubts.some(
    (doubt) => doubt.code === 'ledgerRefuses' && doubt.error === 'RegistryNotRegistered',
  )
  if (!isRefused) return []
  const registryIds = [
    ...new Set(calls.flatMap(({ legs }) => legs.flatMap(({ registryId }) => registryId ?? []))),
  ]
  const known = await everyPage((page) => listRegistryInstruments(client, { ...page, registryIds }, control))
  return known
    .filter(({ registryState }) => registryState !== 'REGISTERED')
    .map((one) => ({
      kind: 'registry',
      instrument: assetText({ identifier: one.identifier, ...labelIn(one) }),
      now: one.registryState,
    }))
}

async function dealChanges(
  client: Client,
  { legs, event, openingDeliveryId }: ProposedEvent,
  control: CallControl,
): Promise<ProposalChange[]> {
  const loaded = await getDeal(client, openingDeliveryId, {}, control)
  const before = dealAt(loaded, event)
  // A state that is unknown here is a doubt of its own.
  if (before === undefined) return []
  const now = loaded.deal
  const outstanding = (event.lots ?? []).flatMap(({ lot }) => outstandingChange(lot, before, now))
  if (event.event !== 'SUBSTITUTION') return outstanding
  const { moves, unknown } = await movesOf(client, before, { legs, event }, control)
  // Securities that are unknown here are a doubt, too.
  if (unknown.length > 0) return outstanding
  const [then, today] = [
    testText(quotedTestOf(before, moves, event, event.effectiveDate)),
    testText(quotedTestOf(now, moves, event, utcDay(client))),
  ]
  return then === today ? outstanding : [...outstanding, { kind: 'value', before: then, now: today }]
}

function outstandingChange(name: string, before: Deal, now: Deal): ProposalChange[] {
  const [then, today] = [before, now].map(({ lots }) => lots.find(({ lot }) => lot === name))
  if (then === undefined || then.outstanding === today?.outstanding) return []
  return [
    {
      kind: 'outstanding',
      lot: name,
      instrument: assetText(then.asset),
      decimals: then.asset.decimals,
      before: toQuantity(then.outstanding),
      now: toQuantity(today?.outstanding ?? 0n),
    },
  ]
}

const UNTESTED = {
  priceMissing: 'there is no price for {assets}',
  priceStale: 'the price of {assets} is too old',
  currenciesDiffer: 'the price of {assets} is in another currency than the deal',
} as const satisfies Record<NonNullable<ValueTest['untested']>['code'], string>

/** The decisive test, what the deal's cover becomes, and why neither can be relied on. */
function testText({ untested, currency, exposure, decisive, ...tests }: ValueTest): string {
  const money = (cents: bigint): string => formatCash(cashOf(cents), currency ?? '')
  const shortBy = tests[decisive]?.shortBy
  return [
    ...(shortBy === undefined ? [] : [shortBy > 0n ? `${money(shortBy)} too little` : 'enough']),
    ...(exposure === null
      ? []
      : [
          exposure.after > 0n
            ? `the deal is ${money(exposure.after)} uncovered after it`
            : `the deal is covered after it with ${money(-exposure.after)} to spare`,
        ]),
    ...(untested === null
      ? []
      : [UNTESTED[untested.code].replace('{assets}', () => untested.assets.join(', '))]),
  ].join(', ')
}
