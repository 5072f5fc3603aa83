// Substitutions of collateral. What a deal is made of is loaded with the first.
import type { CollateralDoubt, ValueTest } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { fetched } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import type { Created } from './publishDelivery.ts'
import { publishDelivery } from './publishDelivery.ts'
import type {
  CheckedSubstitution,
  ProposedSubstitution,
  SubstitutionParameters,
  SubstitutionPreview,
} from './substitutionDelivery.ts'

/**
 * Exchanges collateral of a repo or of a securities loan: whoever gave it takes some of it back and gives other securities, in one
 * delivery that settles whole or not at all. What comes in is earmarked at once. The deal's cash, rate and end do not change, and a later
 * return gives back what is held then.
 *
 * @example
 * const { deliveryId } = await createSubstitution(client, {
 *   deliveryId: opening, out: { P1: 5_000_000n }, in: [{ ...position, quantity: 'ENOUGH' }],
 *   prices: [{ instrumentId: bund, clean: '99.1' }, { instrumentId: note, clean: '98.5' }],
 * })
 */
export async function createSubstitution(
  client: Client,
  parameters: SubstitutionParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const { substitutionDelivery } = await fetched(() => import('./substitutionDelivery.ts'))
  const delivery = await substitutionDelivery(client, parameters, { signal: options.signal })
  return publishDelivery(client, delivery, options)
}

/**
 * What `createSubstitution` would move, with its value tests and what is in doubt of what comes in, without signing anything; refused as
 * that is.
 *
 * @example
 * const { moves, test, doubts } = await proposeSubstitution(client, parameters)
 * console.log(test.market?.in, test.market?.out) // in cents
 * console.log(doubts.map((doubt) => collateralDoubtText(doubt, { nameOf })))
 */
export async function proposeSubstitution(
  client: Client,
  parameters: SubstitutionParameters,
  control: CallControl = {},
): Promise<CheckedSubstitution> {
  requireClient(client)
  const { substitutionProposal } = await fetched(() => import('./substitutionDelivery.ts'))
  return substitutionProposal(client, parameters, control)
}

/**
 * The same for a form: where only the value tests refuse it, it says so beside the values, and throws nothing.
 *
 * @example
 * const { test, refusal } = await previewSubstitution(client, parameters)
 * console.log(test.market?.shortBy, refusal?.code) // 500n 'valueTooLow'
 */
export async function previewSubstitution(
  client: Client,
  parameters: SubstitutionParameters,
  control: CallControl = {},
): Promise<SubstitutionPreview> {
  requireClient(client)
  const { substitutionPreview } = await fetched(() => import('./substitutionDelivery.ts'))
  return substitutionPreview(client, parameters, control)
}

/**
 * The value tests of a substitution that somebody has proposed, computed here: at the prices that it quotes, or at one's own. Undefined
 * where the delivery is not a substitution.
 *
 * @example
 * const test = await findSubstitutionTest(client, { deliveryId, openingDeliveryId })
 * if (test?.untested) console.log('not tested:', test.untested.assets)
 */
export async function findSubstitutionTest(
  client: Client,
  substitution: ProposedSubstitution,
  control: CallControl = {},
): Promise<ValueTest | undefined> {
  requireClient(client)
  const { substitutionTest } = await fetched(() => import('./substitutionDelivery.ts'))
  return substitutionTest(client, substitution, control)
}

/**
 * What is in doubt of the securities that a proposed substitution brings into the deal: issued by their giver, or maturing before the
 * deal ends; for their giver also, that they will be missing elsewhere. Empty where the delivery is not a substitution.
 *
 * @example
 * const doubts = await findSubstitutionDoubts(client, { deliveryId, openingDeliveryId })
 * console.log(doubts.map(({ code }) => code)) // ['maturesFirst']
 */
export async function findSubstitutionDoubts(
  client: Client,
  substitution: Pick<ProposedSubstitution, 'deliveryId' | 'openingDeliveryId'>,
  control: CallControl = {},
): Promise<CollateralDoubt[]> {
  requireClient(client)
  const { substitutionDoubts } = await fetched(() => import('./substitutionDelivery.ts'))
  return substitutionDoubts(client, substitution, control)
}
