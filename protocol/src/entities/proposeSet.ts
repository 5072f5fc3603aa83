// Which entries to take for a quantity. Finding the very best set is the subset-sum problem; these two are quick, the same
// for everybody, and never leave an entry in that is not needed.
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
  return [greedy, smallestThatCovers(sorted, wanted), fillUp(sorted, wanted)]
    .filter((proposal) => proposal !== undefined)
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

function smallestThatCovers(sorted: readonly Candidate[], wanted: bigint): Proposal | undefined {
  const entry = sorted.findLast(({ quantity }) => quantity >= wanted)
  return entry && { entries: [entry], quantity: entry.quantity }
}

/** Whatever still fits, the largest first; then the smallest that closes the gap. */
function fillUp(sorted: readonly Candidate[], wanted: bigint): Proposal | undefined {
  const entries: Candidate[] = []
  const left: Candidate[] = []
  let quantity = 0n
  for (const entry of sorted) {
    if (quantity + entry.quantity > wanted) left.push(entry)
    else {
      entries.push(entry)
      quantity += entry.quantity
    }
  }
  if (quantity === wanted) return { entries, quantity }
  const closing = left.findLast((entry) => quantity + entry.quantity >= wanted)
  return closing && { entries: [...entries, closing], quantity: quantity + closing.quantity }
}

/** The largest that can be spared go first. */
function withoutNeedless({ entries, quantity }: Proposal, wanted: bigint): Proposal {
  let spare = quantity - wanted
  const kept = entries.toSorted(largestFirst).filter((entry) => {
    if (entry.quantity > spare) return true
    spare -= entry.quantity
    return false
  })
  return { entries: kept, quantity: wanted + spare }
}
