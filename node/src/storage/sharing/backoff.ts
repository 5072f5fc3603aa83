// Exponential backoff: whoever fails again waits longer. It has no jitter, since a server's connections and its indexer fail alone; pushes
// add some (retryDelay.ts).

/** So that the product stays a number. */
const MOST_DOUBLINGS = 16

/**
 * The wait after a failure, in the unit of its limits. The first failure may have the number 0.
 *
 * @example
 * backoff(3, 100, 30_000) // 800
 */
export const backoff = (failureCount: number, first: number, longest: number): number =>
  Math.min(first * 2 ** Math.min(failureCount, MOST_DOUBLINGS), longest)
