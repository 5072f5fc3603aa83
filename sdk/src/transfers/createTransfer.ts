// New transfers: free of payment, repo, securities lending, or several at once.
import type {
  AccountNumber,
  Address,
  Currency,
  DeliveryId,
  Direction,
  RegistryId,
  RepoTerms,
  Seconds,
  TransferKind,
} from '@connex/protocol'
import { CASH_INSTRUMENT, DEFAULT_CURRENCY, isAfterPurchase } from '@connex/protocol'
import type { DealDetails } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { fetched } from '../http/call.ts'
import { digitalLeg, externalLeg } from '../ledger/legs.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'
import type { Created, CreatedTogether, NewDelivery } from './publishDelivery.ts'
import { publishDeliveries, publishDelivery } from './publishDelivery.ts'

/** Securities in one account of the caller's tenant, with one custodian. */
export type OwnAsset = {
  registryManagerAddr: Address
  registrarAddr: Address
  registryId: RegistryId
  account: AccountNumber
  /** In the instrument's smallest unit. */
  quantity: bigint
}

export type FopParameters = OwnAsset & {
  /** DELIVER earmarks the quantity at once; RECEIVE names the account and waits for the sender. */
  direction: Direction
  counterpartyAddr: Address
  description: string
  /** A UTC midnight in seconds before which nothing settles. */
  valueDate?: Seconds | undefined
  /** The creator's own id of the trade, at most 35 characters; the parties read it. */
  reference?: string | undefined
}

/**
 * A transfer free of payment.
 *
 * @example
 * const { deliveryId } = await createFopTransfer(client, {
 *   ...position, direction: 'DELIVER', counterpartyAddr, quantity: 1_000n, description: 'Rebalancing',
 * })
 */
export async function createFopTransfer(
  client: Client,
  parameters: FopParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  const delivery = fopDelivery(own, parameters)
  await requireSupport(client, own, [delivery], options)
  return publishDelivery(client, delivery, options)
}

/** The delivery of such a transfer. Pure. */
function fopDelivery(own: Address, parameters: FopParameters): NewDelivery {
  const { direction, counterpartyAddr, description, valueDate, reference, account, ...asset } = parameters
  const leg =
    direction === 'DELIVER'
      ? digitalLeg({ ...asset, sender: own, receiver: counterpartyAddr, senderAccount: account })
      : digitalLeg({ ...asset, sender: counterpartyAddr, receiver: own, receiverAccount: account })
  return { legs: [leg], details: { description, ...present({ reference }) }, valueDate }
}

/** Direction DELIVER: the caller's tenant sells the securities and is paid. */
export type RepoParameters = FopParameters & {
  terms: RepoTerms
  cashCurrency?: Currency | undefined
  /** How the exposure is secured. The server checks it. */
  margin?: DealDetails['margin']
  /** Of a closing: the delivery that it closes. */
  openingDeliveryId?: DeliveryId | undefined
}

/**
 * A repo: securities against documented cash. The cash moves outside the ledger; its amount and the terms are private.
 *
 * @example
 * await createRepoTransfer(client, {
 *   ...position, direction: 'DELIVER', counterpartyAddr, quantity: 1_000n, description: 'Overnight',
 *   terms: { purchaseDate: '2026-11-23', repurchaseDate: '2026-11-24', purchasePrice: '98000.00', rate: '2.14', dayCount: 'ACT/360' },
 * })
 */
export async function createRepoTransfer(
  client: Client,
  parameters: RepoParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  const delivery = repoDelivery(own, parameters)
  await requireSupport(client, own, [delivery], options)
  return publishDelivery(client, delivery, options)
}

/** The delivery of such a transfer. Pure. */
export function repoDelivery(own: Address, parameters: RepoParameters): NewDelivery {
  const { direction, counterpartyAddr, description, valueDate, account, terms, ...rest } = parameters
  const { openingDeliveryId, cashCurrency = DEFAULT_CURRENCY, reference, margin, ...asset } = rest
  if (terms.repurchaseDate !== undefined && !isAfterPurchase(terms.purchaseDate, terms.repurchaseDate))
    throw new ClientError('repurchaseTooEarly')
  const delivers = direction === 'DELIVER'
  const [seller, buyer] = delivers ? [own, counterpartyAddr] : [counterpartyAddr, own]
  const named = delivers ? { senderAccount: account } : { receiverAccount: account }
  const legs = [
    digitalLeg({ ...asset, sender: seller, receiver: buyer, ...named }),
    externalLeg({ sender: buyer, receiver: seller, currency: cashCurrency }),
  ]
  const details = {
    description,
    cashQuantity: terms.purchasePrice,
    cashCurrency,
    cashInstrument: CASH_INSTRUMENT,
    repo: terms,
    ...present({ openingDeliveryId, reference, margin }),
  }
  return { legs, details, valueDate }
}

export type SecLendParameters = {
  counterpartyAddr: Address
  /** What the caller's tenant delivers, and from which account. */
  deliver: OwnAsset
  /** What the caller's tenant receives, and into which account. */
  receive: OwnAsset
  /** DELIVER: the caller's tenant lends, and receives the collateral. */
  direction: Direction
  description: string
  valueDate?: Seconds | undefined
  reference?: string | undefined
  /** What the loan costs and how long it lasts. The server checks it. */
  loan?: DealDetails['loan']
  /** How the loan is secured. The server checks it. */
  margin?: DealDetails['margin']
  /** Of a closing: the delivery that it closes. */
  openingDeliveryId?: DeliveryId | undefined
}

/**
 * Securities lending: loan against collateral, delivered together.
 *
 * @example
 * await createSecLendTransfer(client, { direction: 'DELIVER', counterpartyAddr, deliver: loan, receive: collateral, description })
 */
export async function createSecLendTransfer(
  client: Client,
  parameters: SecLendParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  const delivery = secLendDelivery(own, parameters)
  await requireSupport(client, own, [delivery], options)
  return publishDelivery(client, delivery, options)
}

/** The delivery of such a transfer. Pure. */
function secLendDelivery(own: Address, parameters: SecLendParameters): NewDelivery {
  const { counterpartyAddr, description, valueDate, openingDeliveryId, reference, loan, margin } = parameters
  const { account: senderAccount, ...delivered } = parameters.deliver
  const { account: receiverAccount, ...received } = parameters.receive
  const out = digitalLeg({ ...delivered, sender: own, receiver: counterpartyAddr, senderAccount })
  const back = digitalLeg({ ...received, sender: counterpartyAddr, receiver: own, receiverAccount })
  // A transfer's direction follows its first leg, which is the loan.
  const legs = parameters.direction === 'DELIVER' ? [out, back] : [back, out]
  const details = { description, ...present({ openingDeliveryId, reference, loan, margin }) }
  return { legs, details, valueDate }
}

/** Without the fields that are undefined: the fingerprint binds every field that is present. */
const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

type Parameters = { FOP: FopParameters; REPO: RepoParameters; SEC_LEND: SecLendParameters }

export type NewTransfer = {
  [Kind in TransferKind]: { transferType: Kind; parameters: Parameters[Kind] }
}[TransferKind]

/**
 * Several transfers of any kind in one ledger transaction: all of them, or none. As many as its gas allows: about fifty.
 *
 * @example
 * const { deliveryIds } = await createTransfers(client, [{ transferType: 'FOP', parameters: rebalancing }])
 */
export async function createTransfers(
  client: Client,
  transfers: readonly NewTransfer[],
  options: SendOptions = {},
): Promise<CreatedTogether> {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  const deliveries = transfers.map((transfer) => deliveryOf(own, transfer))
  await requireSupport(client, own, deliveries, options)
  return publishDeliveries(client, deliveries, options)
}

/** An older server refuses details with a reference, or with terms of a loan or of margin. */
async function requireSupport(
  client: Client,
  own: Address,
  deliveries: readonly NewDelivery[],
  { signal }: SendOptions,
): Promise<void> {
  const legs = deliveries
    .filter(({ details: { reference, loan, margin } }) => reference ?? loan ?? margin)
    .flatMap((delivery) => delivery.legs)
  if (legs.length === 0) return
  const { otherParties, requirePeers } = await fetched(() => import('../deals/peers.ts'))
  await requirePeers(client, otherParties({ legs }, own), 'deals', { signal }, 'termsUnsupported')
}

const DELIVERIES: { [Kind in TransferKind]: (own: Address, parameters: Parameters[Kind]) => NewDelivery } = {
  FOP: fopDelivery,
  REPO: repoDelivery,
  SEC_LEND: secLendDelivery,
}

const deliveryOf = <Kind extends TransferKind>(
  own: Address,
  { transferType, parameters }: { transferType: Kind; parameters: Parameters[Kind] },
): NewDelivery => DELIVERIES[transferType](own, parameters)
