import { useNavigate } from '@tanstack/react-router'
import { t } from '../../messages/t.ts'
import { chooseTheme, THEMES } from '../../theme/theme.ts'
import { useHouse } from '../House.ts'
import { signOut } from '../session.ts'
import type { Command } from './Command.ts'

const SCREENS = [
  { to: '/holdings', label: 'Navigation.holdings', icon: 'holdings', keys: 'g h' },
  { to: '/transactions', label: 'Navigation.transactions', icon: 'transactions', keys: 'g t' },
  { to: '/custodians', label: 'Navigation.custodians', icon: 'custodians', keys: 'g c' },
] as const

const OF_CUSTODIAN = [
  { to: '/custodians/$custodianKey/accounts', label: 'Navigation.accounts_of' },
  { to: '/custodians/$custodianKey/instruments', label: 'Navigation.instruments_of' },
  { to: '/custodians/$custodianKey/mint-requests', label: 'Navigation.mint_requests_of' },
  { to: '/custodians/$custodianKey/burn-requests', label: 'Navigation.burn_requests_of' },
] as const

/** Everything that can be done from anywhere: to every screen, what waits, the style, the keys, and out. */
export function useCommands(showKeys: () => void): Command[] {
  const navigate = useNavigate()
  const { session } = useHouse()
  return [
    ...SCREENS.map(({ to, label, icon, keys }) => ({
      id: to,
      label: t(label),
      icon,
      keys,
      run: () => void navigate({ to }),
    })),
    {
      id: 'waiting',
      label: t('Palette.waiting'),
      icon: 'clock',
      run: () => void navigate({ to: '/transactions', search: { waiting: 'true' } }),
    },
    ...session.custodians.flatMap(({ key, label: custodianName }) =>
      OF_CUSTODIAN.map(({ to, label }) => ({
        id: to + key,
        label: t(label, { custodianName }),
        icon: 'custodians' as const,
        run: () => void navigate({ to, params: { custodianKey: key } }),
      })),
    ),
    ...THEMES.map((theme) => ({
      id: theme,
      label: t('Palette.style', { style: t(`UserMenu.${theme}`) }),
      icon: 'sun' as const,
      run: () => chooseTheme(theme),
    })),
    { id: 'keys', label: t('Palette.keys'), icon: 'info', keys: '?', run: showKeys },
    { id: 'logout', label: t('UserMenu.logout'), icon: 'logout', run: () => signOut('loggedOut') },
  ]
}
