import { useState } from 'react'
import { t } from '../../../messages/t.ts'
import { IconButton } from '../../button/IconButton.tsx'
import { Menu, preloadMenu } from '../../menu/Menu.tsx'
import type { MenuItem } from '../../menu/MenuItem.ts'

/** What `useExport` answers. */
export type Exporting = { isOffered: boolean; isBusy: boolean; items: readonly MenuItem[] }

/** Offers the rows as files; nothing where there is none. */
export function ExportMenu({ exporting: { isOffered, isBusy, items } }: { exporting: Exporting }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!isOffered) return null
  return (
    <>
      <IconButton
        icon="export"
        label={t('Table.export')}
        aria-busy={isBusy || undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={({ currentTarget }) => {
          if (!isBusy) setAnchor(anchor === null ? currentTarget : null)
        }}
      />
      <Menu
        anchor={anchor}
        label={t('Table.export')}
        items={items}
        align="end"
        onClose={() => setAnchor(null)}
      />
    </>
  )
}
