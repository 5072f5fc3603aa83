import { useSyncExternalStore } from 'react'

/** `useMediaQuery('(max-width: 720px)')`, updated when the window is rotated or resized. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** The landmark or dialog of an element: what the element opens belongs to it. */
export const landmarkOf = (anchor: Element | null): HTMLElement =>
  anchor?.closest<HTMLElement>('[role="dialog"], main, header, nav, aside') ?? document.body

/** The names of an element's classes: `cx('a', isOpen && 'b', undefined)` → 'a b' while isOpen, otherwise 'a' */
export const cx = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
