import type { LedgerSignature } from './delegate.ts'

/** A signature of 65 bytes as the ledger takes it. */
export const splitSignature = (signature: string): LedgerSignature => ({
  r: `0x${signature.slice(2, 66)}`,
  s: `0x${signature.slice(66, 130)}`,
  v: Number.parseInt(signature.slice(130, 132), 16),
})
