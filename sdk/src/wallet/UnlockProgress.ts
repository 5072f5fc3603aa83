/**
 * How far a derivation is. The fast engine cannot report while it runs; it says beforehand where it expects to be
 * after so many milliseconds, so that whoever shows progress may move on by the clock.
 */
export type UnlockProgress = {
  /** 0 to 1. */
  readonly fraction: number
  readonly next?: { readonly fraction: number; readonly milliseconds: number }
}

export type DerivationHooks = {
  readonly onProgress?: ((progress: UnlockProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
