import { useSyncExternalStore } from 'react'

/** `useMediaQuery('(max-width: 720px)')`, alive while the window is turned or resized. */
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
