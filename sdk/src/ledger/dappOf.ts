import type { Address, DappType } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { currentMe } from '../platform/whoami.ts'

/** The dApp of a type that the tenant has a controller for, such as the delivery manager. */
export async function dappOf(client: Client, type: Exclude<DappType, 'registry'>): Promise<Address> {
  const { tenant } = await currentMe(client)
  const controller = tenant.dappControllers.find((one) => one.type === type)
  if (controller === undefined) throw new ClientError('noController', type)
  return controller.dappAddress
}
