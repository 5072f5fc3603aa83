// Where the toasts end: above the actions of a panel, which must stay in reach. A dialog lies over them anyway.
import { TOASTS_ID } from './toasts.ts'

/** In px, between toasts and actions. */
const GAP = 12

/** A box on the screen, in px. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

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

/** The ref of a panel's actions. The panel resizes whenever they move. A panel loads this, so that the first screen does not. */
export function clearOfToasts(bar: HTMLElement | null): (() => void) | undefined {
  const toasts = document.getElementById(TOASTS_ID)
  if (bar === null || toasts === null) return undefined
  const place = () => {
    toasts.style.translate = 'none'
    const lift = liftOf(toasts.getBoundingClientRect(), bar.getBoundingClientRect())
    toasts.style.translate = `0 ${-lift}px`
  }
  const observer = new ResizeObserver(place)
  for (const one of [toasts, bar, bar.parentElement]) if (one !== null) observer.observe(one)
  window.addEventListener('resize', place)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', place)
    toasts.style.translate = 'none'
  }
}
