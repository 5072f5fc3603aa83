// When a block of the ledger is final, so that no chain reorg takes it back: set by each server for its users, see
// docs/operating.md.
import * as z from 'zod/mini'

/** Blocks below the head, 0 on a ledger whose blocks are final at once; `finalized` where the ledger says it itself. */
export const Confirmations = z.union([z.int().check(z.nonnegative()), z.literal('finalized')])
export type Confirmations = z.infer<typeof Confirmations>

/** Whether a transaction in a block is there for good. `isFinalAtOnce(0)` → true */
export const isFinalAtOnce = (confirmations: Confirmations | undefined): boolean =>
  confirmations === undefined || confirmations === 0
