// The closing of a repo or a securities loan.
import type { DeliveryDetails, DeliveryId, DeliveryLeg, Seconds } from '@connex/protocol'
import {
  CASH_INSTRUMENT,
  DEFAULT_CURRENCY,
  isAfterPurchase,
  isReturnable,
  repurchasePrice,
} from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import type { LedgerLeg } from '../ledger/legs.ts'
import { accountData, createdLegs } from '../ledger/legs.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'
import type { ConfirmAccounts } from './confirmTransfer.ts'
import type { Created } from './publishDelivery.ts'
import { publishDelivery } from './publishDelivery.ts'
import { findClosing, getTransfer } from './queries.ts'

export type ReturnParameters = {
  /** The repo or the securities loan that is closed; it has to be settled. */
  deliveryId: DeliveryId
  /** Own accounts: from which securities go back, and into which they come back. Default: those of the opening. */
  accounts?: ConfirmAccounts | undefined
  /** `2026-11-30`: the day of the closing. An open repo needs it; otherwise it is that of the terms. */
  repurchaseDate?: string | undefined
  description?: string | undefined
  valueDate?: Seconds | undefined
}

/**
 * The closing of a repo or of a securities loan: a delivery linked with its opening, in which everything goes back. A
 * repo's cash is its repurchase price.
 *
 * @example
 * const { deliveryId } = await createReturn(client, { deliveryId: opening, accounts: { deliver: '1001' } })
 */
export async function createReturn(
  client: Client,
  parameters: ReturnParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const { deliveryId, accounts = {}, valueDate } = parameters
  const [opening, me] = await Promise.all([
    getTransfer(client, deliveryId, { signal: options.signal }),
    currentMe(client),
  ])
  if (!isReturnable(opening.transferType)) throw new ClientError('wrongTransfer', 'repo or securities loan')
  if (opening.deliveryState !== 'SETTLED') throw new ClientError('notReturnable')
  const [details] = await Promise.all([
    readTerms(client, deliveryId, options.signal),
    assertOpen(client, deliveryId, options.signal),
  ])
  if (details.openingDeliveryId !== undefined) throw new ClientError('isClosing')
  const legs = createdLegs(opening.legs).map((leg, legIdx) =>
    reversed(leg, opening.legs[legIdx], me.tenant.address, accounts),
  )
  return publishDelivery(client, { legs, details: closingDetails(details, parameters), valueDate }, options)
}

/** Throws where the transfer has been returned already. */
async function assertOpen(client: Client, opening: DeliveryId, signal: AbortSignal | undefined) {
  const closing = await findClosing(client, opening, { signal })
  if (closing !== undefined) throw new ClientError('alreadyReturned', closing.deliveryId)
}

/** Details that do not match the ledger's fingerprint are never used. */
async function readTerms(
  client: Client,
  deliveryId: DeliveryId,
  signal: AbortSignal | undefined,
): Promise<DeliveryDetails> {
  const { items } = await call(client, 'deliveryDetails', { query: { deliveryIds: [deliveryId] }, signal })
  const [found] = items
  if (found?.status !== 'SYNCED' || found.details === null) throw new ClientError('detailsMissing')
  return found.details
}

/** The leg in the opposite direction; each side chooses its own account. */
function reversed(
  leg: LedgerLeg,
  opened: DeliveryLeg | undefined,
  own: string,
  { deliver, receive }: ConfirmAccounts,
): LedgerLeg {
  const back = {
    ...leg,
    sender: leg.receiver,
    receiver: leg.sender,
    senderData: '0x',
    receiverData: '0x',
  } as const
  if (opened === undefined || opened.legType === 'EXTERNAL') return back
  return back.sender === own
    ? { ...back, senderData: accountData(deliver ?? opened.receiverAccount ?? undefined) }
    : { ...back, receiverData: accountData(receive ?? opened.senderAccount ?? undefined) }
}

function closingDetails(
  opened: DeliveryDetails,
  { deliveryId, description, repurchaseDate }: ReturnParameters,
): Omit<DeliveryDetails, 'salt'> {
  const text = description ?? `Return of ${opened.description}`
  const closing = { description: text.slice(0, 500), openingDeliveryId: deliveryId }
  const terms = opened.repo
  if (terms === undefined) return closing
  const date = repurchaseDate ?? terms.repurchaseDate
  if (date === undefined) throw new ClientError('repurchaseDateMissing')
  if (!isAfterPurchase(terms.purchaseDate, date)) throw new ClientError('repurchaseTooEarly')
  return {
    ...closing,
    cashQuantity: repurchasePrice(terms, date),
    cashCurrency: opened.cashCurrency ?? DEFAULT_CURRENCY,
    cashInstrument: CASH_INSTRUMENT,
    repo: { ...terms, repurchaseDate: date },
  }
}
