// The delivery of a return that is an event of a deal: legs, cash and private details from what is outstanding.
import type { Address, DeliveryId, DeliveryLeg, Fingerprint, Seconds } from '@connex/protocol'
import { CASH_INSTRUMENT, cashOf, isAfterPurchase } from '@connex/protocol'
import { returnOf } from '@connex/protocol/deals'
import type {
  Deal,
  DealMove,
  DealPayment,
  InterestPayment,
  LotName,
  ReturnProposal,
} from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { refusedBy } from '../deals/DealError.ts'
import type { LoadedDeal } from '../deals/deals.ts'
import { denominationsOf, readInstrumentTerms } from '../deals/instrumentTerms.ts'
import { legThatBrought } from '../deals/legThatBrought.ts'
import { namedLots } from '../deals/namedLots.ts'
import type { LotQuantities } from '../deals/namedLots.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import type { LedgerLeg } from '../ledger/legs.ts'
import { accountData, externalLeg, ledgerLeg } from '../ledger/legs.ts'
import { utcDay } from '../session/session.ts'
import type { ConfirmAccounts } from './confirmTransfer.ts'
import { accountsFor } from './lotAccounts.ts'
import type { LotAccounts } from './lotAccounts.ts'
import type { NewDelivery } from './publishDelivery.ts'

export type ReturnParameters = {
  /** The repo or the securities loan; it has to be settled. */
  deliveryId: DeliveryId
  /**
   * In smallest units by lot, such as `{ P1: 3_000_000n }`; without it, everything that is held now. Of a loan, collateral that is not
   * named goes back in proportion, and 0 leaves it with its holder.
   */
  quantities?: LotQuantities | undefined
  /** Of a part of a repo: ON_PART pays its interest with it, AT_END with the last return. */
  interest?: InterestPayment | undefined
  /** Own accounts: from which securities go back, and into which they come back. Default: where each lot came into, or left. */
  accounts?: ConfirmAccounts | undefined
  /** Own accounts of single lots, such as `{ P2: '33' }`, before `accounts`: lots may lie with several custodians. */
  lotAccounts?: LotAccounts | undefined
  /** `2026-11-30`: the day of the return. An open repo needs it; otherwise it is that of the terms. */
  repurchaseDate?: string | undefined
  /** The requests that it answers: the details quote them. */
  answers?: readonly Fingerprint[] | undefined
  description?: string | undefined
  valueDate?: Seconds | undefined
}

/** Throws a DealError where the quantities are not outstanding, not whole denominations, or already on their way back. */
export async function proposalFor(
  client: Client,
  { deal }: LoadedDeal,
  parameters: ReturnParameters,
  { signal }: CallControl,
): Promise<ReturnProposal> {
  const { quantities, interest } = parameters
  const assets = deal.lots.map(({ asset }) => asset)
  const found = returnOf(deal, {
    quantities: quantities === undefined ? 'ALL' : lotsIn(deal, quantities),
    date: dateOf(client, deal, parameters),
    denominations: denominationsOf(await readInstrumentTerms(client, assets, { signal }), assets),
    ...(interest === undefined ? {} : { interest }),
  })
  if ('refusal' in found) throw refusedBy(deal, found.refusal)
  return found.proposal
}

/** The delivery of a proposal. Pure. */
export function partReturn(
  loaded: LoadedDeal,
  { moves, payment, event }: ReturnProposal,
  own: Address,
  parameters: ReturnParameters,
): NewDelivery {
  const { deliveryId, valueDate } = parameters
  const legs = [
    ...moves.map((move) => legBack(move, loaded, own, accountsFor(move.lot, parameters))),
    ...(payment === null
      ? []
      : [externalLeg({ sender: payment.payer, receiver: payment.payee, currency: payment.currency })]),
  ]
  const details = {
    description: descriptionOf(loaded, parameters),
    openingDeliveryId: deliveryId,
    ...(payment === null ? {} : cashDetails(payment)),
    deal: quoting(event, parameters.answers),
  }
  return { legs, details, valueDate }
}

/** 0 leaves a lot where it is: of collateral, in place of its share. */
export function lotsIn(deal: Pick<Deal, 'lots'>, quantities: LotQuantities): Map<LotName, bigint> {
  const named = namedLots(deal, quantities, 'quantities', 0n)
  if (named.every(({ quantity }) => quantity === 0n))
    throw new ClientError('invalidInput', 'quantities: at least one has to be above zero')
  return new Map(named.map(({ lot, quantity }) => [lot.lot, quantity]))
}

/** One order: that of the ids. `quoting(event, [messageId])` */
export const quoting = (
  event: ReturnProposal['event'],
  answers: readonly Fingerprint[] = [],
): ReturnProposal['event'] =>
  answers.length === 0 ? event : { ...event, answers: [...new Set(answers)].toSorted() }

/** The last day of the terms; without one, a loan goes back today. */
function dateOf(client: Client, { kind, terms }: Deal, { repurchaseDate }: ReturnParameters): string {
  const date = repurchaseDate ?? terms.endDate
  if (date === null && kind === 'REPO') throw new ClientError('repurchaseDateMissing')
  if (date === null) return utcDay(client)
  if (kind === 'REPO' && terms.startDate !== null && !isAfterPurchase(terms.startDate, date))
    throw new ClientError('repurchaseTooEarly')
  return date
}

/** With the registrar and the type of the leg that brought the lot, and from the account that it came into. */
export function legBack(
  { lot, quantity }: DealMove,
  loaded: LoadedDeal,
  own: Address,
  accounts: ConfirmAccounts,
): LedgerLeg {
  const came = legThatBrought(lot, loaded)
  if (came === undefined) throw new ClientError('detailsMissing')
  return { ...reversedLeg(came, own, accounts), quantity }
}

/** The leg in the opposite direction; each side chooses its own account, by default that of the leg that came. */
export function reversedLeg(
  came: DeliveryLeg,
  own: string,
  { deliver, receive }: ConfirmAccounts,
): LedgerLeg {
  const leg = ledgerLeg(came)
  const back = {
    ...leg,
    sender: leg.receiver,
    receiver: leg.sender,
    senderData: '0x',
    receiverData: '0x',
  } as const
  if (came.legType === 'EXTERNAL') return back
  return back.sender === own
    ? { ...back, senderData: accountData(deliver ?? came.receiverAccount ?? undefined) }
    : { ...back, receiverData: accountData(receive ?? came.senderAccount ?? undefined) }
}

/** Details have at most so many characters. */
const DESCRIPTION_MAXIMUM = 500

/** The user's own, or one from that of the opening. */
export function descriptionOf(
  { deliveries }: LoadedDeal,
  { description, quantities }: ReturnParameters,
): string {
  const opened = deliveries[0]?.details?.description ?? ''
  const text = description ?? `${quantities === undefined ? 'Return' : 'Return of a part'} of ${opened}`
  return shortened(text)
}

export const shortened = (description: string): string => description.slice(0, DESCRIPTION_MAXIMUM)

/** The sum of the parts, for tables; `deal` has the parts. */
function cashDetails({ principal, interest, currency }: DealPayment): Partial<NewDelivery['details']> {
  const cents = principal + (interest ?? 0n)
  return cents > 0n
    ? { cashQuantity: cashOf(cents), cashCurrency: currency, cashInstrument: CASH_INSTRUMENT }
    : {}
}
