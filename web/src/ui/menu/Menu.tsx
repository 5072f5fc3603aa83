import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { MenuItem } from './MenuItem.ts'
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

type Props = {
  /** The accessible name of the menu. */
  label: string
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  className?: string | undefined
  children: ReactNode
}

export function MenuButton({ label, items, align, className, children }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        {children}
      </button>
      <Menu anchor={anchor} label={label} items={items} align={align} onClose={() => setAnchor(null)} />
    </>
  )
}
