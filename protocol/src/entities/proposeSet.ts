// Which entries to take for a quantity. Finding the very best set among many is the subset-sum problem; these two are quick,
// the same for everybody, and never leave an entry in that is not needed.
import type { Fingerprint } from '../scalars.ts'

export type Candidate = { fingerprint: Fingerprint; quantity: bigint }
export type Proposal = { entries: Candidate[]; quantity: bigint }

type Algorithm = 'greedy' | 'minimal'

/**
 * `greedy` takes the largest first: the fewest entries. `minimal` looks for the least that is left over, so that little has
 * to be split off. Undefined where all of them are not enough.
 *
 * @example
 * proposeSet([{ fingerprint, quantity: 70n }, { fingerprint, quantity: 30n }], 25n, 'minimal')?.quantity // 30n
 */
export function proposeSet(
  candidates: readonly Candidate[],
  wanted: bigint,
  algorithm: Algorithm,
): Proposal | undefined {
  if (wanted <= 0n) return { entries: [], quantity: 0n }
  const sorted = candidates.filter(({ quantity }) => quantity > 0n).toSorted(largestFirst)
  if (sum(sorted) < wanted) return undefined
  const greedy = takeLargest(sorted, wanted)
  if (algorithm === 'greedy') return greedy
  return [greedy, leastOver(sorted, wanted)]
    .map((proposal) => withoutNeedless(proposal, wanted))
    .reduce((best, next) => (isBetter(next, best) ? next : best))
}

/** Equal quantities in the order of their fingerprints, so that the proposal is the same each time. */
const largestFirst = (a: Candidate, b: Candidate): number =>
  a.quantity === b.quantity ? (a.fingerprint < b.fingerprint ? -1 : 1) : a.quantity > b.quantity ? -1 : 1

const sum = (entries: readonly Candidate[]): bigint =>
  entries.reduce((total, { quantity }) => total + quantity, 0n)

const isBetter = (a: Proposal, b: Proposal): boolean =>
  a.quantity < b.quantity || (a.quantity === b.quantity && a.entries.length < b.entries.length)

function takeLargest(sorted: readonly Candidate[], wanted: bigint): Proposal {
  const entries: Candidate[] = []
  let quantity = 0n
  for (const entry of sorted) {
    if (quantity >= wanted) break
    entries.push(entry)
    quantity += entry.quantity
  }
  return { entries, quantity }
}

/** Steps beyond one for each entry. Up to a dozen entries that is more than there are sets. */
const STEPS = 5_000

/**
 * The set that leaves the least over, or the best one found in so many steps: the largest that still fit are taken one
 * after the other, each time with a look at the one entry that would close the gap, and let go again from the end.
 */
function leastOver(sorted: readonly Candidate[], wanted: bigint): Proposal {
  const behind = sumsBehind(sorted)
  const taken: number[] = []
  let best: Proposal | undefined
  let gap = wanted
  let from = 0
  for (let steps = STEPS + sorted.length; steps > 0 && best?.quantity !== wanted; steps--) {
    const isEnough = (behind[from] ?? 0n) >= gap
    const next = isEnough ? firstBelow(sorted, gap, from) : sorted.length
    const closing = next > from && isEnough ? sorted[next - 1] : undefined
    if (closing !== undefined && (best === undefined || wanted - gap + closing.quantity < best.quantity))
      best = { entries: [...at(sorted, taken), closing], quantity: wanted - gap + closing.quantity }
    const one = sorted[next]
    if (one !== undefined && (behind[next] ?? 0n) >= gap) {
      taken.push(next)
      gap -= one.quantity
      from = next + 1
      continue
    }
    const last = taken.pop()
    const dropped = last === undefined ? undefined : sorted[last]
    if (last === undefined || dropped === undefined) break
    gap += dropped.quantity
    // Another one of the same size would make the same set.
    from = firstBelow(sorted, dropped.quantity, last)
  }
  return best ?? takeLargest(sorted, wanted)
}

const at = (sorted: readonly Candidate[], indexes: readonly number[]): Candidate[] =>
  indexes.flatMap((index) => sorted[index] ?? [])

/** For each place the sum from there to the end. */
function sumsBehind(sorted: readonly Candidate[]): bigint[] {
  let total = 0n
  return sorted
    .toReversed()
    .map(({ quantity }) => (total += quantity))
    .toReversed()
}

/** The first place, from one on, of an entry smaller than that. */
function firstBelow(sorted: readonly Candidate[], quantity: bigint, from: number): number {
  let [low, high] = [from, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle]?.quantity ?? 0n) < quantity) high = middle
    else low = middle + 1
  }
  return low
}

/** The largest that can be spared go first. */
function withoutNeedless({ entries, quantity }: Proposal, wanted: bigint): Proposal {
  let spare = quantity - wanted
  const needed = entries.toSorted(largestFirst).filter((entry) => {
    if (entry.quantity > spare) return true
    spare -= entry.quantity
    return false
  })
  return { entries: needed, quantity: wanted + spare }
}
