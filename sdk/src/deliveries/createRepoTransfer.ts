import { CASH_INSTRUMENT, DEFAULT_CURRENCY } from '@connex/protocol'
import type { Address, Currency, DeliveryId, RepoTerms } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { requireClient } from '../http/requireClient.ts'
import { digitalLeg, externalLeg } from '../ledger/legs.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { currentMe } from '../platform/whoami.ts'
import type { FopParameters } from './createFopTransfer.ts'
import { publishDelivery } from './publishDelivery.ts'
import type { Created, NewDelivery } from './publishDelivery.ts'

/** Direction DELIVER: the own tenant sells the securities and is paid. */
export type RepoParameters = FopParameters & {
  terms: RepoTerms
  cashCurrency?: Currency | undefined
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
  return publishDelivery(client, repoDelivery(own, parameters), options)
}

/** The delivery of such a transfer. Pure. */
export function repoDelivery(own: Address, parameters: RepoParameters): NewDelivery {
  const { direction, counterpartyAddr, description, valueDate, account, terms, ...rest } = parameters
  const { openingDeliveryId, cashCurrency = DEFAULT_CURRENCY, ...asset } = rest
  if (terms.repurchaseDate !== undefined && terms.repurchaseDate < terms.purchaseDate)
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
    ...(openingDeliveryId === undefined ? {} : { openingDeliveryId }),
  }
  return { legs, details, valueDate }
}
