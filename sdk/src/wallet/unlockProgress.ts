// How far an unlocking is.

/**
 * How far a derivation is. The fast engine cannot report while it runs; it announces the fraction it expects after so many
 * milliseconds, so that a progress display can advance by the clock.
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

const TICK_MS = 100

/**
 * Progress that rises steadily: between two reports of a worker that cannot speak while it derives, by the clock and
 * its announcements. By the clock alone it never reaches what only the worker can report.
 */
export function smoothProgress(onProgress: ((fraction: number) => void) | undefined) {
  let reported = -1
  let timer: ReturnType<typeof setInterval> | undefined

  const show = (fraction: number): void => {
    if (fraction <= reported) return
    reported = fraction
    onProgress?.(fraction)
  }
  const stop = (): void => clearInterval(timer)

  const step = ({ fraction, next }: UnlockProgress): void => {
    stop()
    show(fraction)
    if (next === undefined || onProgress === undefined) return
    const startedAt = performance.now()
    timer = setInterval(() => {
      const elapsed = Math.min(1, (performance.now() - startedAt) / next.milliseconds)
      show(fraction + (next.fraction - fraction) * 0.95 * elapsed)
    }, TICK_MS)
  }
  return { step, stop }
}
