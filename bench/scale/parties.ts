// Everybody and everything on the chain by its names: of the real traders their own, of the others what follows from the seed.
import { createHash } from 'node:crypto'
import { legReference } from '@connex/protocol'
import { isinOf, nameOfTenant } from './recordings.ts'
import type { Recordings } from './recordings.ts'
import { word } from './templates.ts'
import type { Names } from './templates.ts'

/** What every account is issued, once. */
export const ISSUED = 1_000_000_000_000n

/** Of one delivery; the parties and the instrument by their indices. */
export type Terms = { instrument: number; sender: number; receiver: number; quantity: bigint }

export type Parties = {
  /** A tenant of the real ledger, which has joined there. */
  isReal: (tenant: number) => boolean
  joining: (tenant: number) => Names
  account: (tenant: number) => Names
  registry: (instrument: number) => Names
  issue: (instrument: number, tenant: number) => Names
  delivery: (index: number, terms: Terms) => Names
}

/** `createParties(recordings, seed).joining(7)` → the names in the logs of the eighth tenant's joining */
export function createParties({ traders, acts }: Recordings, seed: number): Parties {
  const hashOf = (...parts: (string | number)[]) =>
    createHash('sha256')
      .update([seed, ...parts].join(':'))
      .digest('hex')
  const addressOf = (...parts: (string | number)[]) => word(hashOf(...parts).slice(0, 40))
  const isReal = (tenant: number) => tenant < traders.length
  const tenantOf = (tenant: number) => {
    const real = traders[tenant]
    return real === undefined ? addressOf('tenant', tenant) : word(real)
  }
  const accountOf = (tenant: number) => word(BigInt(8_000_000 + tenant))
  const registryOf = (instrument: number) => hashOf('registry', instrument)
  const addresses = Object.keys(acts.joining.names).filter((name) => name !== 'name')
  return {
    isReal,
    joining: (tenant: number): Names => ({
      ...Object.fromEntries(addresses.map((name) => [name, addressOf(name, tenant)])),
      name: Buffer.from(nameOfTenant(tenant)).toString('hex').padEnd(64, '0'),
    }),
    account: (tenant: number): Names => ({ tenant: tenantOf(tenant), account: accountOf(tenant) }),
    registry: (instrument: number): Names => ({
      identifier: Buffer.from(isinOf(instrument)).toString('hex').padEnd(64, '0'),
      details: hashOf('details', instrument),
      instrument: hashOf('instrument', instrument),
      registry: registryOf(instrument),
    }),
    issue: (instrument: number, tenant: number): Names => ({
      registry: registryOf(instrument),
      tenant: tenantOf(tenant),
      account: accountOf(tenant),
      quantity: word(ISSUED),
      // The tenants before it have got as much each.
      supply: word(BigInt(tenant + 1) * ISSUED),
    }),
    delivery(index: number, { instrument, sender, receiver, quantity }: Terms): Names {
      const id = hashOf('delivery', index)
      return {
        delivery: id,
        details: hashOf('private', index),
        leg: legReference(`0x${id}`, 0).slice(2),
        registry: registryOf(instrument),
        sender: tenantOf(sender),
        receiver: tenantOf(receiver),
        senderAccount: accountOf(sender),
        receiverAccount: accountOf(receiver),
        quantity: word(quantity),
      }
    },
  }
}
