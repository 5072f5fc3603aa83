import { cloneElement, lazy, Suspense, useRef, useState, type HTMLAttributes, type ReactElement } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'

const TooltipPopup = lazy(() => importWithRetry(() => import('./TooltipPopup.tsx')))

type Owner = ReactElement<HTMLAttributes<HTMLElement>>
type TooltipProps = { text: string | undefined; side?: 'top' | 'right'; children: Owner }

/**
 * A text above or beside an element, on hover and on focus. It is for sighted users only: the element's own label or description must
 * say the same. Its code is imported with the first hover. The element stays mounted, and keeps its focus, if the text
 * appears or disappears.
 */
export function Tooltip({ text, side, children }: TooltipProps) {
  const anchor = useRef<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const owner = children.props
  const show = (element: HTMLElement) => {
    anchor.current = element
    setIsOpen(true)
  }
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          owner.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') show(event.currentTarget)
        },
        onPointerLeave: (event) => {
          owner.onPointerLeave?.(event)
          setIsOpen(false)
        },
        onFocus: (event) => {
          owner.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget)
        },
        onBlur: (event) => {
          owner.onBlur?.(event)
          setIsOpen(false)
        },
        onPointerDown: (event) => {
          owner.onPointerDown?.(event)
          setIsOpen(false)
        },
        onKeyDown: (event) => {
          owner.onKeyDown?.(event)
          if (event.key === 'Escape') setIsOpen(false)
        },
      })}
      {isOpen && text !== undefined && (
        <Suspense fallback={null}>
          <TooltipPopup
            anchor={anchor}
            text={text}
            {...(side && { side })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
