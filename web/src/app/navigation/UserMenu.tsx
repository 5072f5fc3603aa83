import { readableName } from '@connex/protocol'
import { useSyncExternalStore } from 'react'
import { t } from '../../messages/t.ts'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/useSession.ts'
import { chooseTheme, readTheme, subscribeTheme, THEMES } from '../../theme/theme.ts'
import type { Theme } from '../../theme/theme.ts'
import type { IconName } from '../../ui/icon/Icon.tsx'
import { MenuButton } from '../../ui/menu/Menu.tsx'
import styles from './UserMenu.module.css'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const firstLetters = (word: string, count: number): string =>
  Array.from(graphemes.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('')

/** `initials('a.keller')` → 'AK'; `initials('Anna Keller')` → 'AK' */
export function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter((word) => word !== '')
  const [first = '', ...others] = words
  const last = others.at(-1)
  const letters = last === undefined ? firstLetters(first, 2) : firstLetters(first, 1) + firstLetters(last, 1)
  return letters.toUpperCase()
}

const ICONS: Record<Theme, IconName> = { light: 'sun', dark: 'moon', system: 'screen' }

/** The user, the style, help and logout. */
export function UserMenu() {
  const { session, product } = useSession()
  const theme = useSyncExternalStore(subscribeTheme, readTheme)
  const tenant = readableName(session.me.tenant.name)
  const username = readableName(session.me.user.name)
  return (
    <MenuButton
      className={styles.button}
      label={t('UserMenu.open', { username, tenant })}
      align="end"
      items={[
        { kind: 'heading', id: 'user', label: tenant, note: username },
        { kind: 'separator', id: 'after-who' },
        {
          kind: 'choice',
          id: 'style',
          label: t('UserMenu.style'),
          value: theme,
          options: THEMES.map((value) => ({ value, label: t(`UserMenu.${value}`), icon: ICONS[value] })),
          onChange: (value) => chooseTheme(value as Theme),
        },
        { kind: 'separator', id: 'after-style' },
        {
          id: 'help',
          label: t('Login.help'),
          icon: 'info',
          onSelect: () => void window.open(product.helpUrl, '_blank', 'noopener,noreferrer'),
        },
        { id: 'logout', label: t('UserMenu.logout'), icon: 'logout', onSelect: () => signOut('loggedOut') },
      ]}
    >
      <span className={styles.avatar} aria-hidden>
        {initials(username)}
      </span>
      <span className={styles.who}>
        <span>{tenant}</span>
        <span className={styles.user}>{username}</span>
      </span>
    </MenuButton>
  )
}
