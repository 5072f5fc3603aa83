import { invalid } from './fields.ts'
import { WalletError } from './WalletError.ts'
import type { ScryptParameters, WalletCost } from './WalletFile.ts'
import { walletLimits } from './walletLimits.ts'

/**
 * Memory and work of scrypt; throws where the parameters are wrong or above the limits.
 *
 * @example
 * scryptCost({ n: 131072, r: 8, p: 1 }).memoryBytes // 134217728
 */
export function scryptCost({ n, r, p }: ScryptParameters): WalletCost {
  for (const value of [n, r, p]) {
    if (!Number.isInteger(value) || value < 1)
      throw invalid('A scrypt parameter is not a whole number above 0.')
  }
  // 32-bit operators would take 3·2^32 for a power of two.
  const wide = BigInt(n)
  if (n < 2 || (wide & (wide - 1n)) !== 0n)
    throw invalid('The scrypt cost n is not a power of two from 2 up.')
  const memoryBytes = 128 * n * r
  const work = n * r * p
  if (n > walletLimits.scryptN || r > walletLimits.scryptR || p > walletLimits.scryptP) {
    throw tooCostly(`scrypt with n ${n}, r ${r}, p ${p}`)
  }
  if (memoryBytes > walletLimits.scryptMemoryBytes)
    throw tooCostly(`scrypt with ${memoryBytes} bytes of memory`)
  if (work > walletLimits.scryptWork) throw tooCostly(`scrypt with n·r·p ${work}`)
  return { memoryBytes, work }
}

const tooCostly = (what: string): WalletError =>
  new WalletError('tooCostly', `${what} is above what is allowed.`)
