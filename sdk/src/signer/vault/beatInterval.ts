/** How often each tab tells the vault that it is there. */
export const BEAT_MS = 10_000
