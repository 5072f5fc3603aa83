// What a party's server does not support is found out before anything is sent: an older one refuses the details of deals, and messages.
import { Address, ZERO_ADDRESS } from '@connex/protocol'
import type { Feature } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call, everyPage } from '../http/call.ts'
import type { LedgerLeg } from '../ledger/legs.ts'
import { DealError } from './DealError.ts'
import type { DealErrorCode } from './DealError.ts'

/** What a party is refused by whose server lacks a feature. */
const REFUSALS: Record<Feature, DealErrorCode> = { deals: 'peerTooOld', dealMessages: 'messagesUnsupported' }

/** The own server asks those of the parties. Nothing is pushed to a party without a server, or within one. */
export async function requirePeers(
  client: Client,
  parties: readonly Address[],
  feature: Feature,
  control: CallControl = {},
  tooOld: DealErrorCode = REFUSALS[feature],
): Promise<void> {
  await Promise.all(
    parties.map(async (tenantAddr) => {
      const { connexApiUrl, isHostedHere, isReachable, features } = await call(client, 'nodeConnection', {
        ...control,
        query: { tenantAddr },
      })
      if (isHostedHere || connexApiUrl === '' || features?.includes(feature) === true) return
      const refusal = isReachable ? tooOld : 'peerUnreachable'
      throw new DealError(refusal, await nameOf(client, tenantAddr, control))
    }),
  )
}

async function nameOf(client: Client, address: Address, control: CallControl): Promise<string> {
  const tenants = await everyPage((page) => call(client, 'tenants', { ...control, query: page }))
  return tenants.find((tenant) => tenant.address === address)?.name ?? address
}

/** Everyone else who has a part in a delivery. */
export function otherParties({ legs }: { legs: readonly LedgerLeg[] }, own: Address): Address[] {
  const parties = legs.flatMap((leg) => [leg.sender, leg.receiver, leg.registrar, leg.txCoordinator])
  return [...new Set(parties)]
    .map((one) => Address.parse(one))
    .filter((one) => one !== own && one !== ZERO_ADDRESS)
}
