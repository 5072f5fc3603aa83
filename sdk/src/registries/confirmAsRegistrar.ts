import { isInvestorDuty, owedBy } from '@connex/protocol'
import type { DeliveryId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { confirmationCalls } from '../deliveries/confirmationCalls.ts'
import { getTransfer } from '../deliveries/getTransfer.ts'
import { ClientError } from '../errors.ts'
import { requireClient } from '../http/requireClient.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { send } from '../ledger/send.ts'
import { currentMe } from '../platform/whoami.ts'

/**
 * The registrar's or coordinator's confirmation, after the investors'; the last one settles the delivery.
 *
 * @example
 * await confirmAsRegistrar(client, deliveryId)
 */
export async function confirmAsRegistrar(
  client: Client,
  deliveryId: DeliveryId,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const [transfer, me] = await Promise.all([
    getTransfer(client, deliveryId, { signal: options.signal }),
    currentMe(client),
  ])
  const duties = owedBy(transfer).filter(
    (owed) => owed.tenant === me.tenant.address && owed.mayGiveNow && !isInvestorDuty(owed),
  )
  if (duties.length === 0) throw new ClientError('nothingToConfirm')
  return send(client, confirmationCalls(transfer, duties, {}), options)
}
