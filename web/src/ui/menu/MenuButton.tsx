import { useState, type ReactNode } from 'react'
import { Menu, preloadMenu } from './Menu.tsx'
import type { MenuItem } from './MenuItem.ts'

type Props = {
  /** The name of the menu, and of its button where its content has no words. */
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
