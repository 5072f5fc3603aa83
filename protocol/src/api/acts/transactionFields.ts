import * as z from 'zod/mini'
import { Seconds } from '../../scalars.ts'

/** Of a transaction of the wallet itself, which has no deadline. */
export const ownTransactionFields = {
  /** Default: the next one that neither a block nor the pool of the server's node has. */
  nonce: z.optional(z.int().check(z.nonnegative())),
}

/** How the transaction is to be made, for callers who count their nonces themselves or want an end. */
export const transactionFields = {
  ...ownTransactionFields,
  /** In UTC seconds: later the ledger refuses the transaction. Default: never. */
  deadline: z.optional(Seconds),
}
