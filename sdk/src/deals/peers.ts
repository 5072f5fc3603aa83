// A server that does not know deals refuses their details. A party with such a server is found out before anything is published.
import type { Address, Feature } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call, everyPage } from '../http/call.ts'
import { DealError } from './DealError.ts'

const NEEDED: Feature = 'deals'

/** The own server asks those of the parties. Nothing is pushed to a party without a server, or within one. */
export async function requireDealPeers(
  client: Client,
  parties: readonly Address[],
  control: CallControl = {},
): Promise<void> {
  await Promise.all(
    parties.map(async (tenantAddr) => {
      const { connexApiUrl, isHostedHere, isReachable, features } = await call(client, 'nodeConnection', {
        ...control,
        query: { tenantAddr },
      })
      if (isHostedHere || connexApiUrl === '' || features?.includes(NEEDED) === true) return
      throw new DealError(
        isReachable ? 'peerTooOld' : 'peerUnreachable',
        await nameOf(client, tenantAddr, control),
      )
    }),
  )
}

async function nameOf(client: Client, address: Address, control: CallControl): Promise<string> {
  const tenants = await everyPage((page) => call(client, 'tenants', { ...control, query: page }))
  return tenants.find((tenant) => tenant.address === address)?.name ?? address
}
