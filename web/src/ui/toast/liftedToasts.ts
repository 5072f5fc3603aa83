// Where the toasts end: above the actions of a panel, which must stay in reach. A dialog lies over them anyway.

/** In px, between toasts and actions. */
const GAP = 12

/** A box on the screen, in px. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

let actions: HTMLElement | undefined
let toasts: HTMLElement | undefined
let observer: ResizeObserver | undefined

/**
 * How far toasts move up so that they do not cover the actions. Pure.
 *
 * @example
 * liftOf({ left: 1000, right: 1400, top: 780, bottom: 880 }, { left: 940, right: 1420, top: 820, bottom: 890 }) // 72
 */
export function liftOf(box: Box, bar: Box): number {
  const isBeside = bar.right <= box.left || bar.left >= box.right
  const isClear = bar.bottom + GAP <= box.top || bar.top - GAP >= box.bottom
  return isBeside || isClear ? 0 : box.bottom + GAP - bar.top
}

/** The ref of a panel's actions. The panel resizes whenever they move. */
export function clearOfToasts(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  actions = bar
  const unwatch = [watch(bar), watch(bar.parentElement ?? bar)]
  return () => {
    if (actions === bar) actions = undefined
    for (const end of unwatch) end()
    place()
  }
}

/** The ref of the list of toasts. */
export function liftedToasts(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined
  toasts = list
  const unwatch = watch(list)
  window.addEventListener('resize', place)
  return () => {
    toasts = undefined
    unwatch()
    window.removeEventListener('resize', place)
  }
}

function watch(element: HTMLElement): () => void {
  observer ??= new ResizeObserver(place)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

function place(): void {
  if (toasts === undefined) return
  toasts.style.translate = 'none'
  const bar = actions?.getBoundingClientRect()
  const lift = bar === undefined ? 0 : liftOf(toasts.getBoundingClientRect(), bar)
  toasts.style.translate = `0 ${-lift}px`
}
