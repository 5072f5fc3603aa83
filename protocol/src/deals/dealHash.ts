// The hash of a deal's state. Both sides compute it from the ledger and from details that the ledger's fingerprints bind.
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../fingerprint.ts'
import type { Json } from '../fingerprint.ts'
import { Bytes32 } from '../scalars.ts'
import { cashOf } from '../terms/cash.ts'
import type { DealDelivery } from './dealDelivery.ts'
import type { DealState } from './dealState.ts'
import type { DealFault } from './warnings.ts'

export type HashedStep = {
  /** The hash before this delivery; null of the opening. */
  before: Bytes32 | null
  delivery: Pick<DealDelivery, 'deliveryId' | 'privateDataFp'>
  /** The state before and after it; the same where it does not count. */
  from: DealState | null
  to: DealState | null
  fault: DealFault | undefined
}

/**
 * The hash after one settled delivery: keccak-256 of the UTF-8 bytes of the RFC 8785 canonical JSON of
 *
 * - `v`: 1; `before`: the hash after the settled delivery before it, or null; `delivery` and `fingerprint`: its id and the ledger's
 *   fingerprint of its details; `fault`: why it does not count, as `code`, or null;
 * - what it changed, each with its value afterwards and absent where it changed nothing: `lots`, a list of
 *   [lot, manager, asset id, giver, holder, delivered, returned]; `principal`, [currency, payer, payee, amount] or null; `flows`,
 *   a list of [purpose, currency, from, to, sum]; `rates` and `principals`, the whole list of [from, value]; `terms`, the whole.
 *
 * Quantities are decimal text in smallest units, amounts have two decimals, addresses and ids are lower-case hex. Times, blocks, and
 * deliveries that are pending or canceled are not part of it, so a chain reorg that settles the same deliveries in the same
 * order in other blocks changes no hash. The chain of hashes binds the whole history.
 */
export function hashAfter({ before, delivery, from, to, fault }: HashedStep): Bytes32 {
  const { deliveryId, privateDataFp: fingerprint } = delivery
  const link = {
    v: 1,
    before,
    delivery: deliveryId,
    fingerprint,
    fault: fault?.code ?? null,
    ...changes(from, to),
  }
  return Bytes32.parse(`0x${bytesToHex(keccak_256(utf8ToBytes(canonicalJson(link))))}`)
}

/** The values that differ between two states, as JSON. */
function changes(from: DealState | null, to: DealState | null): { [key: string]: Json | undefined } {
  if (to === null || from === to) return {}
  const isSame = (key: 'principal' | 'rates' | 'principals' | 'terms') =>
    from !== null && from[key] === to[key]
  const changedIn = <Item>(list: readonly Item[], old: readonly Item[] = []) =>
    list.filter((item) => !old.includes(item))
  const lots = changedIn(to.lots, from?.lots).map(
    ({ lot, asset, giver, holder, delivered, returned }): Json => [
      lot,
      asset.assetManagerAddr,
      asset.assetId,
      giver,
      holder,
      delivered.toString(),
      returned.toString(),
    ],
  )
  const flows = changedIn(to.flows, from?.flows).map((flow): Json => [
    flow.purpose,
    flow.currency,
    flow.from,
    flow.to,
    cashOf(flow.cents),
  ])
  const { principal } = to
  return {
    lots: lots.length === 0 ? undefined : lots,
    flows: flows.length === 0 ? undefined : flows,
    principal: isSame('principal')
      ? undefined
      : principal && [principal.currency, principal.payer, principal.payee, cashOf(principal.cents)],
    rates: isSame('rates') ? undefined : to.rates.map(({ from, value }) => [from, value]),
    principals: isSame('principals')
      ? undefined
      : to.principals.map(({ from, value }) => [from, cashOf(value)]),
    terms: isSame('terms') ? undefined : { ...to.terms, margin: to.terms.margin && { ...to.terms.margin } },
  }
}
