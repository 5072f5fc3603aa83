import { lazy, Suspense, useEffect, useState } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useShortcut } from '../../lib/useShortcut.ts'
import { t } from '../../messages/t.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import styles from './Palette.module.css'

let isOnItsWay = false
const CommandPalette = lazy(() => {
  isOnItsWay = true
  return importWithRetry(() => import('./CommandPalette.tsx')).finally(() => (isOnItsWay = false))
})
const KeysDialog = lazy(() => importWithRetry(() => import('./KeysDialog.tsx')))

/** Ctrl+K and `?`, wherever one is, and a button that tells of them; what they open is fetched when it is first asked for. */
export function Palette() {
  const [open, setOpen] = useState<'commands' | 'keys'>()
  useShortcut('?', () => setOpen('keys'))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // What is typed for the palette is nobody else's, also while it is fetched.
      if (isOnItsWay) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      const isCalled = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      if (!isCalled || event.defaultPrevented) return
      event.preventDefault()
      // What is being signed is not left by a key.
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
        <kbd className={styles.keys}>Ctrl K</kbd>
      </button>
      <Suspense fallback={null}>
        {open === 'commands' && <CommandPalette onClose={close} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  )
}
