// What the holder of collateral has agreed to exchange, where the terms want its consent.
import type { DealMessage } from '../terms/dealMessage.ts'
import type { LotName } from '../terms/loanTerms.ts'
import type { Address, Fingerprint } from '../scalars.ts'
import type { Deal } from './deal.ts'
import type { DealMessageState, MessageOfDeal } from './messages.ts'

type Request = Pick<MessageOfDeal, 'messageId' | 'authorTenantAddr'> & {
  message: Pick<DealMessage, 'kind' | 'lots'> | null
  state: DealMessageState | null
}

type Quantities = ReadonlyMap<string, bigint>

/** Whether the terms allow a substitution only once the holder of the collateral agrees. */
export const needsConsent = ({ terms }: Pick<Deal, 'terms'>): boolean =>
  terms.margin?.substitution === 'ON_CONSENT'

/**
 * How much of each lot its holder has agreed to exchange, in smallest units: the requests of `own` that it has agreed to, until a
 * settled substitution quotes them.
 *
 * @example
 * agreedQuantities(messages, own).get('P1') // 500_000_000n
 */
export function agreedQuantities(messages: readonly Request[], own: Address): Map<string, bigint> {
  const agreed = new Map<string, bigint>()
  for (const [lot, quantity] of agreedRequests(messages, own).flatMap(lotsOf))
    agreed.set(lot, (agreed.get(lot) ?? 0n) + quantity)
  return agreed
}

export type Consent = {
  /** The agreed requests that allow it: a substitution quotes them. */
  answers: Fingerprint[]
  /** How much more goes out than the holder has agreed to, by lot. */
  missing: { lot: LotName; by: bigint }[]
}

/**
 * The agreed requests that allow this to go out: one that is enough alone, otherwise the oldest ones in turn. An agreement counts for
 * the lots that it names, and for no more of them than it names.
 *
 * @example
 * consentFor(messages, { own, out: new Map([['P1', 500_000_000n]]) }) // { answers: [messageId], missing: [] }
 */
export function consentFor(
  messages: readonly Request[],
  { own, out }: { own: Address; out: Quantities },
): Consent {
  const agreed = agreedRequests(messages, own)
  const enough = agreed.find((one) => shortfalls(out, [one]).length === 0)
  const chosen: Request[] = enough === undefined ? [] : [enough]
  if (enough === undefined)
    for (const one of agreed) {
      const short = new Set<string>(shortfalls(out, chosen).map(({ lot }) => lot))
      if (lotsOf(one).some(([lot]) => short.has(lot))) chosen.push(one)
    }
  return { answers: chosen.map(({ messageId }) => messageId), missing: shortfalls(out, chosen) }
}

const agreedRequests = (messages: readonly Request[], own: Address): Request[] =>
  messages.filter(
    ({ message, state, authorTenantAddr }) =>
      message?.kind === 'SUBSTITUTION' && state === 'AGREED' && authorTenantAddr === own,
  )

const lotsOf = ({ message }: Request): [LotName, bigint][] =>
  (message?.lots ?? []).map(({ lot, quantity }) => [lot, BigInt(quantity)])

function shortfalls(out: Quantities, chosen: readonly Request[]): Consent['missing'] {
  const allowed = chosen.flatMap(lotsOf)
  return [...out].flatMap(([lot, quantity]) => {
    const sum = allowed.reduce((total, [name, one]) => (name === lot ? total + one : total), 0n)
    return quantity > sum ? [{ lot, by: quantity - sum }] : []
  })
}
