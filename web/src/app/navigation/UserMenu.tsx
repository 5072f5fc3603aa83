import { readableName } from '@connex/protocol'
import { lazy, Suspense, useState } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useSession } from '../../session/useSession.ts'
import styles from './UserMenu.module.css'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const firstLetters = (word: string, count: number): string =>
  Array.from(graphemes.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('')

/** `initials('a.keller')` → 'AK'; `initials('Anna Keller')` → 'AK' */
export function initials(name: string): string {
  const parts = name.split(/[\s._@-]+/).filter((word) => word !== '')
  const [first = '', ...others] = parts
  const last = others.at(-1)
  const letters = last === undefined ? firstLetters(first, 2) : firstLetters(first, 1) + firstLetters(last, 1)
  return letters.toUpperCase()
}

const loadPopup = () => importWithRetry(() => import('./UserMenuPopup.tsx'))
const UserMenuPopup = lazy(loadPopup)
const preload = (): void => void loadPopup()

/** The user, with the menu of the session behind. */
export function UserMenu() {
  const { me } = useSession().session
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const tenant = readableName(me.tenant.name)
  const username = readableName(me.user.name)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        <span className={styles.avatar} aria-hidden>
          {initials(username)}
        </span>
        <span className={styles.who}>
          <span>{tenant}</span>
          <span className={styles.user}>{username}</span>
        </span>
      </button>
      <Suspense fallback={null}>
        {anchor !== null && <UserMenuPopup anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  )
}
