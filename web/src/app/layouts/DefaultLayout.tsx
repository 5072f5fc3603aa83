import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useShortcut } from '../../lib/useShortcut.ts'
import { t } from '../../messages/t.ts'
import { useSession } from '../../session/useSession.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { ProductMark } from '../../ui/icon/ProductMark.tsx'
import { Breadcrumbs } from '../navigation/Breadcrumbs.tsx'
import { LiveIndicator } from '../navigation/LiveIndicator.tsx'
import { Navigation } from '../navigation/Navigation.tsx'
import { SCREENS, type Screen } from '../navigation/screens.ts'
import { useRail } from '../navigation/useRail.ts'
import { UserMenu } from '../navigation/UserMenu.tsx'
import { Palette } from '../palette/Palette.tsx'
import styles from './DefaultLayout.module.css'

const NoAccess = lazy(() => importWithRetry(() => import('./NoAccess.tsx')))

/** `g` and a letter lead to a screen of the navigation. */
function GoKeys({ screen: { keys, to } }: { screen: Screen }) {
  const navigate = useNavigate()
  useShortcut(keys, () => void navigate({ to }))
  return null
}

/** Navigation, the bar, and the screen. A user without access reads why in its place, and nothing is loaded. */
export function DefaultLayout() {
  const { product, access } = useSession()
  const drawer = useRef<HTMLDialogElement>(null)
  const { isRail, toggleRail } = useRail()
  return (
    <div className={styles.layout} data-rail={isRail || undefined}>
      {SCREENS.map((screen) => (
        <GoKeys key={screen.id} screen={screen} />
      ))}
      <a className={styles.skip} href="#content">
        {t('Navigation.skip')}
      </a>
      <div className={styles.side}>
        <Navigation isRail={isRail} onToggle={toggleRail} />
      </div>
      {/* On a phone the navigation is a drawer; a click on an entry, or outside, closes it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label={t('Navigation.main')}
        onClick={(event) => {
          const { target } = event
          if (target === drawer.current || (target instanceof Element && target.closest('a') !== null))
            drawer.current?.close()
        }}
      >
        <Navigation />
      </dialog>
      <div className={styles.page}>
        <header className={styles.header}>
          <span className={styles.open}>
            <IconButton
              icon="menu"
              label={t('Navigation.open')}
              onClick={() => drawer.current?.showModal()}
            />
          </span>
          <span className={styles.mark}>
            <ProductMark product={product} />
          </span>
          <Palette />
          <LiveIndicator />
          <UserMenu />
        </header>
        <Breadcrumbs className={styles.crumbs} />
        <main id="content" className={styles.content} tabIndex={-1}>
          {access === 'granted' ? (
            <Outlet />
          ) : (
            <Suspense fallback={null}>
              <NoAccess access={access} />
            </Suspense>
          )}
        </main>
      </div>
    </div>
  )
}
