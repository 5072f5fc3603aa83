import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { MenuPopupProps } from './MenuPopup.tsx'

const loadPopup = () => importWithRetry(() => import('./MenuPopup.tsx'))
const MenuPopup = lazy(loadPopup)

/** Imports the menu's code before it is needed, for a button's `onPointerEnter` and `onFocus`. */
export const preloadMenu = (): void => void loadPopup()

/** A menu below its anchor, closed while there is none, so that a table of a hundred rows needs only one. */
export function Menu({ anchor, ...props }: Omit<MenuPopupProps, 'anchor'> & { anchor: HTMLElement | null }) {
  if (anchor === null) return null
  return (
    <Suspense fallback={null}>
      <MenuPopup anchor={anchor} {...props} />
    </Suspense>
  )
}
