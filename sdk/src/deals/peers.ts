// What a party's server does not support is found out before anything is sent: an older one refuses the details of deals, and messages.
import type { Address, Feature } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call, everyPage } from '../http/call.ts'
import { DealError } from './DealError.ts'
import type { DealErrorCode } from './DealError.ts'

/** The own server asks those of the parties. Nothing is pushed to a party without a server, or within one. */
export async function requireDealPeers(
  client: Client,
  parties: readonly Address[],
  control: CallControl = {},
): Promise<void> {
  await Promise.all(
    parties.map((tenantAddr) => requireFeature(client, tenantAddr, { deals: 'peerTooOld' }, control)),
  )
}

/** Likewise, before a message is sent. */
export const requireMessagePeer = (
  client: Client,
  tenantAddr: Address,
  control: CallControl = {},
): Promise<void> => requireFeature(client, tenantAddr, { dealMessages: 'messagesUnsupported' }, control)

async function requireFeature(
  client: Client,
  tenantAddr: Address,
  refusals: { readonly [Name in Feature]?: DealErrorCode },
  control: CallControl,
): Promise<void> {
  const { connexApiUrl, isHostedHere, isReachable, features } = await call(client, 'nodeConnection', {
    ...control,
    query: { tenantAddr },
  })
  if (isHostedHere || connexApiUrl === '') return
  for (const [feature, refusal] of Object.entries(refusals))
    if (features?.includes(feature) !== true)
      throw new DealError(
        isReachable ? refusal : 'peerUnreachable',
        await nameOf(client, tenantAddr, control),
      )
}

async function nameOf(client: Client, address: Address, control: CallControl): Promise<string> {
  const tenants = await everyPage((page) => call(client, 'tenants', { ...control, query: page }))
  return tenants.find((tenant) => tenant.address === address)?.name ?? address
}
