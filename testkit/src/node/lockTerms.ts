import { encodeAbiParameters, maxUint64, zeroHash } from 'viem'
import type { Hex } from 'viem'

/** What an HTLC leg says of its lock: any deadline, any key. */
export const lockTerms = (): Hex =>
  encodeAbiParameters([{ type: 'uint64' }, { type: 'bytes32' }], [maxUint64, zeroHash])
