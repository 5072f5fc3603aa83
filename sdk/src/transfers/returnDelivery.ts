// The delivery of a return: everything, by the opening in reverse, or an event of the deal.
import type { DeliveryDetails, DeliveryId, DeliveryLeg } from '@connex/protocol'
import {
  CASH_INSTRUMENT,
  DEFAULT_CURRENCY,
  isAfterPurchase,
  isReturnable,
  repurchasePrice,
} from '@connex/protocol'
import type { ReturnProposal } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import type { LoadedDeal } from '../deals/deals.ts'
import { closingDelivery, getDeal } from '../deals/deals.ts'
import { otherParties, requirePeers } from '../deals/peers.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { inOrder } from '../ledger/legs.ts'
import { currentMe } from '../session/session.ts'
import { accountsFor } from './lotAccounts.ts'
import type { ReturnParameters } from './partReturn.ts'
import { descriptionOf, partReturn, proposalFor, reversedLeg } from './partReturn.ts'
import type { NewDelivery } from './publishDelivery.ts'
import { getTransfer } from './queries.ts'

/** Refused where nothing can go back, or a party's server does not know the fields that it needs. */
export async function returnDelivery(
  client: Client,
  parameters: ReturnParameters,
  control: CallControl,
): Promise<NewDelivery> {
  const loaded = await returnableDeal(client, parameters.deliveryId, control)
  requireLots(loaded, parameters)
  const own = (await currentMe(client)).tenant.address
  const isWhole = parameters.quantities === undefined && (parameters.answers ?? []).length === 0
  if (isWhole && hasNoEvents(loaded)) return wholeReturn(loaded, own, parameters)
  const proposal = await proposalFor(client, loaded, parameters, control)
  const delivery = partReturn(loaded, proposal, own, parameters)
  await requirePeers(client, otherParties(delivery, own), 'deals', control)
  return delivery
}

export async function returnProposal(
  client: Client,
  parameters: ReturnParameters,
  control: CallControl,
): Promise<ReturnProposal> {
  const loaded = await returnableDeal(client, parameters.deliveryId, control)
  return proposalFor(client, loaded, parameters, control)
}

function requireLots({ deal }: LoadedDeal, { lotAccounts = {} }: ReturnParameters): void {
  for (const name of Object.keys(lotAccounts))
    if (deal.lots.every(({ lot }) => lot !== name))
      throw new ClientError('invalidInput', `lotAccounts.${name}: the deal has no such lot`)
}

/** The deal, if something of it can go back. */
async function returnableDeal(
  client: Client,
  deliveryId: DeliveryId,
  control: CallControl,
): Promise<LoadedDeal> {
  const opening = await getTransfer(client, deliveryId, control)
  const { transferType, deliveryState, openingDeliveryId, detailsStatus } = opening
  if (!isReturnable(transferType)) throw new ClientError('wrongTransfer', 'repo or securities loan')
  if (deliveryState !== 'SETTLED') throw new ClientError('notReturnable')
  if (detailsStatus !== 'SYNCED') throw new ClientError('detailsMissing')
  if (openingDeliveryId !== null) throw new ClientError('isClosing')
  const loaded = await getDeal(client, deliveryId, {}, control)
  const closing = closingDelivery(loaded)
  if (closing !== undefined) throw new ClientError('alreadyReturned', closing.deliveryId)
  return loaded
}

/** Nothing that counts, or may count yet, names the opening: a return needs no fields of deals, and any server takes it. */
const hasNoEvents = ({ deal }: LoadedDeal): boolean =>
  deal.events.every(({ kind, status }) => kind === 'OPENING' || status === 'CANCELED')

/** All legs of the opening in the opposite direction. */
function wholeReturn(loaded: LoadedDeal, own: string, parameters: ReturnParameters): NewDelivery {
  const [opening] = loaded.deliveries
  if (opening === undefined || opening.details === null) throw new ClientError('detailsMissing')
  const { deliveryId, repurchaseDate, valueDate } = parameters
  const lotOf = ({ legIdx }: DeliveryLeg) =>
    loaded.deal.events[0]?.moves.find((move) => move.legIdx === legIdx)?.lot
  const legs = inOrder(opening.legs).map((leg) => reversedLeg(leg, own, accountsFor(lotOf(leg), parameters)))
  const details = {
    description: descriptionOf(loaded, parameters),
    openingDeliveryId: deliveryId,
    ...repurchase(opening.details, repurchaseDate),
  }
  return { legs, details, valueDate }
}

/** What is paid for a repo's securities on a day: by default that of its terms. */
function repurchase(
  { repo, cashCurrency = DEFAULT_CURRENCY }: DeliveryDetails,
  repurchaseDate = repo?.repurchaseDate,
): Partial<NewDelivery['details']> {
  if (repo === undefined) return {}
  if (repurchaseDate === undefined) throw new ClientError('repurchaseDateMissing')
  if (!isAfterPurchase(repo.purchaseDate, repurchaseDate)) throw new ClientError('repurchaseTooEarly')
  return {
    cashQuantity: repurchasePrice(repo, repurchaseDate),
    cashCurrency,
    cashInstrument: CASH_INSTRUMENT,
    repo: { ...repo, repurchaseDate },
  }
}
