import { lazy, Suspense, useEffect, useState } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useShortcut } from '../../lib/useShortcut.ts'
import { t } from '../../messages/t.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Keys } from './Keys.tsx'
import styles from './Palette.module.css'

let isLoading = false
const CommandPalette = lazy(() => {
  isLoading = true
  return importWithRetry(() => import('./CommandPalette.tsx')).finally(() => (isLoading = false))
})
const KeysDialog = lazy(() => importWithRetry(() => import('./KeysDialog.tsx')))

/** Ctrl+K and `?` on every screen, with a button that shows the shortcut. The dialogs are imported on first use. */
export function Palette() {
  const [open, setOpen] = useState<'commands' | 'keys'>()
  useShortcut('?', () => setOpen('keys'))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // While the palette is loading, keys are meant for it and nothing else.
      if (isLoading) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      if (!isShortcut || event.defaultPrevented) return
      event.preventDefault()
      // A key must not leave a dialog that is about to sign.
      if (document.querySelector('[role="dialog"]') === null) setOpen('commands')
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  const close = () => setOpen(undefined)
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen('commands')}
      >
        <Icon name="search" />
        <span className={styles.label}>{t('Navigation.anywhere')}</span>
        <span className={styles.keys}>
          <Keys keys="Ctrl K" />
        </span>
      </button>
      <Suspense fallback={null}>
        {open === 'commands' && <CommandPalette onClose={close} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  )
}
