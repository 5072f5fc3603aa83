import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import type { Transfer } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { readingsOf } from '../../lib/table/filterValue.ts'
import { holdings } from '../../messages/en/holdings.ts'
import { palette } from '../../messages/en/shell/palette.ts'
import { userMenu } from '../../messages/en/shell/userMenu.ts'
import { addMessages, t } from '../../messages/t.ts'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/useSession.ts'
import { chooseTheme, THEMES } from '../../theme/theme.ts'
import type { IconName } from '../../ui/icon/Icon.tsx'
import { SCREENS } from '../navigation/screens.ts'
import { openForm, type PendingForm } from './pendingForm.ts'

addMessages(palette)
addMessages(userMenu)
addMessages(holdings)

/** One command of the palette, as data. */
export type Command = {
  id: string
  label: string
  /** Further words that find the command. */
  keywords?: string
  /** More about a result, after its name. */
  note?: string
  /** A result's amount or code. */
  aside?: string
  /** A result that is a transfer shows whose turn it is. */
  transfer?: Transfer
  icon: IconName
  keys?: string
  run: () => void
}

/** Commands under one caption. */
export type CommandGroup = { id: string; label: string; commands: readonly Command[] }

/** The commands in which each typed word begins a word; all of them if nothing is typed. `findCommands(all, 'mer acc')` */
export function findCommands<One extends Pick<Command, 'label' | 'keywords'>>(
  commands: readonly One[],
  typed: string,
): One[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, keywords = '' }) => {
    const starts = readingsOf(`${label} ${keywords}`).flatMap((text) => text.split(/[\s-]+/))
    return wanted.every((part) => starts.some((start) => start.startsWith(part)))
  })
}

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

type Navigate = ReturnType<typeof useNavigate>

/** Every command: screens, what waits, forms, custodians, style, keyboard shortcuts, logout. */
export function useCommands(showKeys: () => void): CommandGroup[] {
  const navigate = useNavigate()
  const { custodians } = useSession().session
  const forms = [...useTransferForms(navigate), ...useRequestForms(navigate, custodians)]
  return [
    { id: 'screens', label: t('Palette.screens'), commands: screenCommands(navigate) },
    { id: 'create', label: t('Palette.create'), commands: forms },
    { id: 'custodians', label: t('Palette.custodians'), commands: custodianCommands(navigate, custodians) },
    { id: 'settings', label: t('Palette.settings'), commands: settingCommands(showKeys) },
  ]
}

function screenCommands(navigate: Navigate): Command[] {
  const screens = SCREENS.map(({ to, label, icon, keys }) => ({
    id: to,
    label: t(label),
    icon,
    keys,
    run: () => void navigate({ to }),
  }))
  const waiting: Command = {
    id: 'waiting',
    label: t('Palette.waiting'),
    icon: 'clock',
    run: () => void navigate({ to: '/transactions', search: { waiting: 'true' } }),
  }
  return [...screens, waiting]
}

/** Opens a form on its screen. A screen that is shown already keeps its filters. */
async function showForm(form: PendingForm, isShown: boolean, go: () => Promise<void>): Promise<void> {
  if (!isShown) await go()
  openForm(form)
}

function useTransferForms(navigate: Navigate): Command[] {
  const { pathname } = useLocation()
  return FORMS.map(({ transferKind, label, keywords }) => ({
    id: transferKind,
    label: t(label),
    keywords,
    icon: 'plus',
    run: () =>
      void showForm({ form: 'transfer', transferKind }, pathname === '/transactions', () =>
        navigate({ to: '/transactions' }),
      ),
  }))
}

const custodianCommands = (navigate: Navigate, custodians: readonly Custodian[]): Command[] =>
  custodians.flatMap(({ key, label: custodianName }) =>
    CUSTODIAN_SCREENS.map(({ to, label }) => ({
      id: to + key,
      label: t(label, { custodianName }),
      icon: 'custodians' as const,
      run: () => void navigate({ to, params: { custodianKey: key } }),
    })),
  )

function useRequestForms(navigate: Navigate, custodians: readonly Custodian[]): Command[] {
  const { pathname } = useLocation()
  const params = useParams({ strict: false })
  const isAt = (to: string, custodianKey: string) =>
    params.custodianKey?.toLowerCase() === custodianKey && pathname.endsWith(to.slice(to.lastIndexOf('/')))
  return custodians.flatMap(({ key: custodianKey, label: custodianName }) =>
    REQUEST_FORMS.map(({ form, to, label }) => ({
      id: form + custodianKey,
      label: t(label, { custodianName }),
      keywords: 'new',
      icon: 'plus' as const,
      run: () =>
        void showForm({ form, custodianKey }, isAt(to, custodianKey), () =>
          navigate({ to, params: { custodianKey } }),
        ),
    })),
  )
}

const settingCommands = (showKeys: () => void): Command[] => [
  ...THEMES.map((theme) => ({
    id: theme,
    label: t('Palette.style', { style: t(`UserMenu.${theme}`) }),
    icon: 'sun' as const,
    run: () => chooseTheme(theme),
  })),
  { id: 'keys', label: t('Palette.keys'), icon: 'info', keys: '?', run: showKeys },
  { id: 'logout', label: t('UserMenu.logout'), icon: 'logout', run: () => signOut('loggedOut') },
]
