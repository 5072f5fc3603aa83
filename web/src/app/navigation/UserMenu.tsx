import { readableName } from '@connex/protocol'
import { useSyncExternalStore } from 'react'
import { t } from '../../messages/t.ts'
import { chooseTheme, readTheme, subscribeTheme, THEMES, type Theme } from '../../theme/theme.ts'
import type { IconName } from '../../ui/icon/paths.ts'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import { useHouse } from '../House.ts'
import { signOut } from '../session.ts'
import { initials } from './initials.ts'
import styles from './UserMenu.module.css'

const ICONS: Record<Theme, IconName> = { light: 'sun', dark: 'moon', system: 'screen' }

/** Who one is, the style, and the way out. */
export function UserMenu() {
  const { session, product } = useHouse()
  const theme = useSyncExternalStore(subscribeTheme, readTheme)
  const tenant = readableName(session.me.tenant.name)
  const username = readableName(session.me.user.name)
  return (
    <MenuButton
      className={styles.button}
      label={t('UserMenu.open', { username, tenant })}
      align="end"
      items={[
        { kind: 'heading', id: 'who', label: tenant, note: username },
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
