import { lazy, Suspense } from 'react'
import { fetchPart } from '../../lib/fetchPart.ts'
import type { MenuPopupProps } from './MenuPopup.tsx'

const loadPopup = () => fetchPart(() => import('./MenuPopup.tsx'))
const MenuPopup = lazy(loadPopup)

/** Fetches the menu's code before it is needed, for a button's `onPointerEnter` and `onFocus`. */
export const preloadMenu = (): void => void loadPopup()

/** A menu below whatever element opened it, closed while there is none: a table of a hundred rows has one menu. */
export function Menu({ anchor, ...props }: Omit<MenuPopupProps, 'anchor'> & { anchor: HTMLElement | null }) {
  if (anchor === null) return null
  return (
    <Suspense fallback={null}>
      <MenuPopup anchor={anchor} {...props} />
    </Suspense>
  )
}
