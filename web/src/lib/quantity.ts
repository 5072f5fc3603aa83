// Quantities are read and written the same way by the command line.
export { formatCash, formatQuantity, parseCash, parseQuantity, type QuantityFault } from '@connex/protocol'

/** What three decimals say that would be thousands where a point stands between those: told before it is signed.
 * `thousandthsOf('1.500', 3)` → { whole: 1, part: 500 } */
export function thousandthsOf(typed: string, decimals: number): { whole: number; part: number } | undefined {
  const [, whole, part] = /^(\d{1,3})\.(\d{3})$/.exec(typed.trim()) ?? []
  return decimals === 3 && whole !== undefined ? { whole: Number(whole), part: Number(part) } : undefined
}
