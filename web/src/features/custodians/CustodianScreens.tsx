import { Link } from '@tanstack/react-router'
import { t } from '../../messages/t.ts'

const SCREENS = [
  { to: '/custodians/$custodianKey/accounts', label: 'Navigation.accounts' },
  { to: '/custodians/$custodianKey/instruments', label: 'Navigation.instruments' },
  { to: '/custodians/$custodianKey/mint-requests', label: 'Navigation.mint_requests' },
  { to: '/custodians/$custodianKey/burn-requests', label: 'Navigation.burn_requests' },
] as const

/** The names of a custodian's own screens, as a cell of an exported file has them. */
export const screensText = (): string => SCREENS.map(({ label }) => t(label)).join(', ')

/** A link to each of a custodian's own screens. */
export const CustodianScreens = ({ custodianKey }: { custodianKey: string }) =>
  SCREENS.map(({ to, label }) => (
    <Link key={to} to={to} params={{ custodianKey }}>
      {t(label)}
    </Link>
  ))
