import { readableName } from '@connex/protocol'
import type { VaultStatus } from '@connex/sdk'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { userMenu } from '../../messages/en/shell/userMenu.ts'
import { addMessages, t } from '../../messages/t.ts'
import { idleMsOf } from '../../session/configuration.ts'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/useSession.ts'
import { chooseTheme, readTheme, subscribeTheme, THEMES, type Theme } from '../../theme/theme.ts'
import type { IconName } from '../../ui/icon/Icon.tsx'
import MenuPopup from '../../ui/menu/MenuPopup.tsx'
import { hoursOf, localZone } from '../../shared/desk/timeZone.ts'

addMessages(userMenu)

const ICONS: Record<Theme, IconName> = { light: 'sun', dark: 'moon', system: 'screen' }
const MINUTE = 60_000

/** The user, the session's time, the style, help, lock and logout. */
export default function UserMenuPopup({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { session, product } = useSession()
  const theme = useSyncExternalStore(subscribeTheme, readTheme)
  const tenant = readableName(session.me.tenant.name)
  const username = readableName(session.me.user.name)
  const { vault } = session
  const { data: status, dataUpdatedAt } = useQuery({
    queryKey: ['vault'],
    queryFn: vault === undefined ? skipToken : () => vault.status(),
    gcTime: 0,
  })
  const idle = t('SessionTime.idle', { minutes: Math.round(idleMsOf(session.config) / MINUTE) })
  const zone = t('SessionTime.zone', { zone: localZone() })
  const end = vault === undefined ? t('SessionTime.page') : endText(status, dataUpdatedAt)
  return (
    <MenuPopup
      anchor={anchor}
      label={t('UserMenu.open', { username, tenant })}
      align="end"
      onClose={onClose}
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
          kind: 'heading',
          id: 'session',
          label: end ?? idle,
          note: end === undefined ? zone : `${idle} · ${zone}`,
        },
        {
          id: 'lock',
          label: t('SessionTime.lock'),
          note: t('SessionTime.lock_note'),
          icon: 'lock',
          onSelect: () => signOut('ended'),
        },
        { kind: 'separator', id: 'after-session' },
        {
          id: 'help',
          label: t('UserMenu.help'),
          icon: 'info',
          onSelect: () => void window.open(product.helpUrl, '_blank', 'noopener,noreferrer'),
        },
        { id: 'logout', label: t('UserMenu.logout'), icon: 'logout', onSelect: () => signOut('loggedOut') },
      ]}
    />
  )
}

/** When the vault ends the session, whatever its user does; undefined until the vault has answered. */
function endText(status: VaultStatus | undefined, now: number): string | undefined {
  if (status?.isUnlocked !== true) return undefined
  const time = new Date(now + status.left).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const { hours, minutes } = hoursOf(status.left)
  const left =
    hours === 0 ? t('SessionTime.minutes_left', { minutes }) : t('SessionTime.hours_left', { hours, minutes })
  return t('SessionTime.ends', { time, left })
}
