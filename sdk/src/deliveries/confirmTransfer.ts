import { isInvestorDuty, isPaymentDuty, owedBy } from '@connex/protocol'
import type { DeliveryId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { requireClient } from '../http/requireClient.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { send } from '../ledger/send.ts'
import { currentMe } from '../platform/whoami.ts'
import { confirmationCalls } from './confirmationCalls.ts'
import type { ConfirmAccounts } from './confirmationCalls.ts'
import { getTransfer } from './getTransfer.ts'

export type ConfirmParameters = {
  deliveryId: DeliveryId
  /** Needed for what the own tenant delivers or receives. */
  accounts?: ConfirmAccounts | undefined
  /** Of 'Confirm Both': gives the digital confirmation and leaves the payment for later. */
  withoutPayment?: boolean | undefined
}

/**
 * Gives everything that the own tenant, as an investor, owes a transfer now: digital confirmations and payments in one
 * ledger transaction. What is owed is read afresh: an old page confirms nothing twice, and nothing that is over.
 *
 * @example
 * await confirmTransfer(client, { deliveryId, accounts: { receive: '1001' } })
 */
export async function confirmTransfer(
  client: Client,
  parameters: ConfirmParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { deliveryId, accounts = {}, withoutPayment = false } = parameters
  const [transfer, me] = await Promise.all([
    getTransfer(client, deliveryId, { signal: options.signal }),
    currentMe(client),
  ])
  const duties = owedBy(transfer)
    .filter((owed) => owed.tenant === me.tenant.address && owed.mayGiveNow && isInvestorDuty(owed))
    // A lock takes a hash and a deadline, an unlocking the key: calls of their own.
    .filter(({ duty }) => duty !== 'lock' && duty !== 'unlock')
    .filter(({ duty }) => !withoutPayment || !isPaymentDuty(duty))
  if (duties.length === 0) throw new ClientError('nothingToConfirm')
  return send(client, confirmationCalls(transfer, duties, accounts), options)
}
