import { lazy, Suspense, useRef, useState, type FocusEvent, type PointerEvent } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'

const TooltipPopup = lazy(() => importWithRetry(() => import('../tooltip/TooltipPopup.tsx')))

/** A pointer that only passes over the rows opens no tooltip. */
const PAUSE_MS = 400

/**
 * A tooltip with the full text of a cell that shows only part of it, on hover and on focus. One listener serves all rows.
 * Spread `owner` on the table and render `tooltip` beside it; cells put their full text into `data-whole`.
 */
export function useCellTooltip() {
  const anchor = useRef<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState<string>()

  const hide = () => {
    clearTimeout(timer.current)
    anchor.current = null
    setText(undefined)
  }
  const point = (target: EventTarget, pause: number) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-whole]') : null
    if (cell === anchor.current) return
    hide()
    anchor.current = cell
    const whole = cell === null ? undefined : hiddenIn(cell)
    if (whole !== undefined) timer.current = setTimeout(() => setText(whole), pause)
  }
  const owner = {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') point(target, PAUSE_MS)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) point(target, 0)
    },
    onBlur: hide,
  }
  const tooltip = text !== undefined && (
    <Suspense fallback={null}>
      <TooltipPopup anchor={anchor} text={text} onClose={hide} />
    </Suspense>
  )
  return { owner, tooltip }
}

/** The full text of a cell, if it is cut, or a number on several lines. */
function hiddenIn(cell: HTMLElement): string | undefined {
  const { whole = '' } = cell.dataset
  const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  )
  const isBroken = [...cell.querySelectorAll('[data-figure]')].some(
    (figure) => figure.getClientRects().length > 1,
  )
  return whole !== '' && (isCut || isBroken || !cell.innerText.includes(whole)) ? whole : undefined
}
