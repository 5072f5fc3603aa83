import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { readingsOf } from '../../lib/table/filterValue.ts'
import { palette } from '../../messages/en/palette.ts'
import { addMessages, t } from '../../messages/t.ts'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/useSession.ts'
import { chooseTheme, THEMES } from '../../theme/theme.ts'
import type { IconName } from '../../ui/icon/Icon.tsx'
import { openForm } from './pendingForm.ts'
import type { PendingForm } from './pendingForm.ts'

/** One thing that the command palette offers, as data. */
export type Command = {
  id: string
  label: string
  /** Further words that it is found by. */
  keywords?: string
  icon: IconName
  keys?: string
  run: () => void
}

/** Those of which every typed word begins a word; all of them where nothing is typed. `findCommands(all, 'mer acc')` */
export function findCommands<One extends Pick<Command, 'label' | 'keywords'>>(
  commands: readonly One[],
  typed: string,
): One[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, keywords = '' }) => {
    const words = readingsOf(`${label} ${keywords}`).flatMap((text) => text.split(/[\s-]+/))
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  })
}

addMessages(palette)

const SCREENS = [
  { to: '/holdings', label: 'Navigation.holdings', icon: 'holdings', keys: 'g h' },
  { to: '/transactions', label: 'Navigation.transactions', icon: 'transactions', keys: 'g t' },
  { to: '/custodians', label: 'Navigation.custodians', icon: 'custodians', keys: 'g c' },
] as const

const CUSTODIAN_SCREENS = [
  { to: '/custodians/$custodianKey/accounts', label: 'Navigation.accounts_of' },
  { to: '/custodians/$custodianKey/instruments', label: 'Navigation.instruments_of' },
  { to: '/custodians/$custodianKey/mint-requests', label: 'Navigation.mint_requests_of' },
  { to: '/custodians/$custodianKey/burn-requests', label: 'Navigation.burn_requests_of' },
] as const

const FORMS = [
  { transferKind: 'FOP', label: 'Holdings.create_fop', keywords: 'new free of payment' },
  { transferKind: 'REPO', label: 'Holdings.create_repo', keywords: 'new repurchase' },
  {
    transferKind: 'SEC_LEND',
    label: 'Holdings.create_sec_lend',
    keywords: 'new securities lending loan borrow',
  },
] as const

const REQUEST_FORMS = [
  { form: 'MINT', to: '/custodians/$custodianKey/mint-requests', label: 'Palette.create_mint' },
  { form: 'BURN', to: '/custodians/$custodianKey/burn-requests', label: 'Palette.create_burn' },
] as const

/** Everything that can be done from anywhere: to every screen, what waits, each form, the style, the keys, and out. */
export function useCommands(showKeys: () => void): Command[] {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const params = useParams({ strict: false })
  const { session } = useSession()
  const isAt = (to: string, custodianKey: string) =>
    params.custodianKey?.toLowerCase() === custodianKey && pathname.endsWith(to.slice(to.lastIndexOf('/')))
  // A screen that is shown already keeps what it is filtered by.
  const showForm = async (form: PendingForm, isShown: boolean, go: () => Promise<void>) => {
    if (!isShown) await go()
    openForm(form)
  }
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
    ...FORMS.map(({ transferKind, label, keywords }) => ({
      id: transferKind,
      label: t(label),
      keywords,
      icon: 'plus' as const,
      run: () =>
        void showForm({ form: 'transfer', transferKind }, pathname === '/transactions', () =>
          navigate({ to: '/transactions' }),
        ),
    })),
    ...session.custodians.flatMap(({ key, label: custodianName }) =>
      CUSTODIAN_SCREENS.map(({ to, label }) => ({
        id: to + key,
        label: t(label, { custodianName }),
        icon: 'custodians' as const,
        run: () => void navigate({ to, params: { custodianKey: key } }),
      })),
    ),
    ...session.custodians.flatMap(({ key: custodianKey, label: custodianName }) =>
      REQUEST_FORMS.map(({ form, to, label }) => ({
        id: form + custodianKey,
        label: t(label, { custodianName }),
        keykeywords: 'new',
        icon: 'plus' as const,
        run: () =>
          void showForm({ form, custodianKey }, isAt(to, custodianKey), () =>
            navigate({ to, params: { custodianKey } }),
          ),
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
