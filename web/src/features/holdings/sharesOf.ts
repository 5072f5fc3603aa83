import type { Position } from '@connex/protocol'

type Share = {
  name: string
  count: number
  /** In smallest units; of one instrument only is their sum something. */
  quantity: bigint
  earmarked: bigint
  decimals: number
  /** Earmarked, of a thousand. */
  permille: number
  first: Position
}

/** Positions summed under a name, the most earmarked first. */
export function sharesOf(positions: readonly Position[], nameOf: (position: Position) => string): Share[] {
  const groups = Map.groupBy(positions, nameOf)
  return [...groups]
    .flatMap(([name, group]) => {
      const [first] = group
      if (first === undefined) return []
      const quantity = sum(group, 'quantity')
      const earmarked = sum(group, 'earmarked')
      const permille = quantity === 0n ? 0 : Number((earmarked * 1000n) / quantity)
      return [{ name, count: group.length, quantity, earmarked, decimals: first.decimals, permille, first }]
    })
    .sort((one, other) => other.permille - one.permille || one.name.localeCompare(other.name, 'en'))
}

const sum = (positions: readonly Position[], column: 'quantity' | 'earmarked'): bigint =>
  positions.reduce((soFar, position) => soFar + BigInt(position[column]), 0n)
