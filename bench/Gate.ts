/** What was asked and what was found. Without a peer the figure is compared as it is. */
export type Gate = { limit: number; peer?: number; ours: number; ratio?: number; holds: boolean }

/** Ours over the peer's has to be at least the limit. */
export const atLeast = (limit: number, ours: number, peer?: number): Gate =>
  gate(limit, ours, peer, (a, b) => a >= b)

/** Ours over the peer's has to be at most the limit. */
export const atMost = (limit: number, ours: number, peer?: number): Gate =>
  gate(limit, ours, peer, (a, b) => a <= b)

function gate(
  limit: number,
  ours: number,
  peer: number | undefined,
  fits: (a: number, b: number) => boolean,
): Gate {
  if (peer === undefined) return { limit, ours: short(ours), holds: fits(ours, limit) }
  const ratio = ours / peer
  return { limit, peer: short(peer), ours: short(ours), ratio: short(ratio), holds: fits(ratio, limit) }
}

/** Three digits are as many as a measurement is worth. */
const short = (value: number): number => Number(value.toPrecision(3))
