/** From how far it is and how long that took; unknown while it is too early to tell. */
export function secondsLeft(fraction: number, elapsedMs: number): number | undefined {
  if (fraction < 0.05 || elapsedMs < 200) return undefined
  return Math.max(1, Math.round(((elapsedMs / fraction) * (1 - fraction)) / 1000))
}
