// Decides what to do about the ledger's head, given the indexed tip. Pure: others act.
import type { Block } from './ledger.ts'

export type Tip = Pick<Block, 'number' | 'hash'>

export type Decision =
  /** Nothing to do: the head is the tip, or lags behind it and may still catch up. */
  | { kind: 'wait' }
  /** Read these blocks next. */
  | { kind: 'blocks'; from: number; to: number }
  /** The tip is no longer on the ledger's chain, or the head has stayed behind it: go back to the fork. */
  | { kind: 'reorg' }

/** How long a head may lag behind the tip, as happens behind a load balancer, before it counts as a reorg. */
export type Patience = { behindForMs: number; lagMs: number }

/** `reconcile({ number: 7, hash }, { number: 9, … }, patience)` → { kind: 'blocks', from: 8, to: 9 } */
export function reconcile(
  tip: Tip,
  head: Tip & Pick<Block, 'parentHash'>,
  { behindForMs, lagMs }: Patience,
): Decision {
  if (head.number < tip.number) return behindForMs < lagMs ? { kind: 'wait' } : { kind: 'reorg' }
  if (head.number === tip.number) return head.hash === tip.hash ? { kind: 'wait' } : { kind: 'reorg' }
  if (head.number === tip.number + 1 && head.parentHash !== tip.hash) return { kind: 'reorg' }
  return { kind: 'blocks', from: tip.number + 1, to: head.number }
}

/** The block up to which the chain counts as final. It only rises. */
export const finalize = (finalized: number, tip: number, depth: number): number =>
  Math.max(finalized, tip - depth)

/** Whether to follow a chain reorg that removes `lost`, the first stored block that the ledger no longer has. */
export const mayFollow = (lost: Pick<Tip, 'number'>, finalized: number): boolean => lost.number > finalized
