import { cloneElement, lazy, Suspense, useRef, useState, type HTMLAttributes, type ReactElement } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'

const TooltipPopup = lazy(() => importWithRetry(() => import('./TooltipPopup.tsx')))

type Owner = ReactElement<HTMLAttributes<HTMLElement>>

/**
 * Words above an element, on hover and on focus. What they say must also reach those who listen, by a label or a
 * description of the element itself: this one is for the eyes, and its code is fetched at the first hover. Where the words
 * come and go, the element stays, and keeps its focus.
 */
export function Tooltip({ text, children }: { text: string | undefined; children: Owner }) {
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
          <TooltipPopup anchor={anchor} text={text} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
