import type { Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { summaryQuery } from '../../lib/deskSummary.ts'
import { t } from '../../messages/t.ts'
import { useSession } from '../../session/useSession.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { ProductMark } from '../../ui/icon/ProductMark.tsx'
import { Tooltip } from '../../ui/tooltip/Tooltip.tsx'
import { SCREENS, type Screen } from './screens.ts'
import styles from './Navigation.module.css'
import { initials } from './UserMenu.tsx'
import { useWaitingIcon } from './useWaitingIcon.ts'

/** Later than the first screen, whose loading it must not delay. */
const COUNT_AFTER_MS = 4_000

const ApprovalsCount = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, COUNT_AFTER_MS))
  return importWithRetry(() => import('./ApprovalsCount.tsx'))
})

type Props = {
  /** Icons with tooltips alone; the names stay for screen readers. */
  isRail?: boolean
  onToggle?: () => void
}

/** Links to every screen, and to the transfers that wait for the user. */
export function Navigation({ isRail = false, onToggle }: Props) {
  const { product, session, access } = useSession()
  return (
    <nav className={styles.navigation} data-rail={isRail || undefined} aria-label={t('Navigation.main')}>
      <div className={styles.brand}>
        <ProductMark product={product} />
      </div>
      <ul className={styles.entries}>
        {SCREENS.map((screen) => (
          <Entry key={screen.id} screen={screen} isRail={isRail}>
            {screen.id === 'transactions' && access === 'granted' && <WaitingLink />}
            {screen.id === 'approvals' && access === 'granted' && (
              <Suspense fallback={null}>
                <ApprovalsCount />
              </Suspense>
            )}
          </Entry>
        ))}
      </ul>
      {session.custodians.map((custodian) => (
        <CustodianGroup key={custodian.key} custodian={custodian} isRail={isRail} />
      ))}
      {onToggle !== undefined && (
        <div className={styles.fold}>
          <IconButton
            icon="sidebar"
            label={t(isRail ? 'Navigation.unfold' : 'Navigation.fold')}
            aria-keyshortcuts="["
            onClick={onToggle}
          />
        </div>
      )}
    </nav>
  )
}

type EntryProps = { screen: Screen; isRail: boolean; children: ReactNode }

function Entry({ screen, isRail, children }: EntryProps) {
  const label = t(screen.label)
  return (
    <li className={styles.item}>
      <Tooltip text={isRail ? label : undefined} side="right">
        <Link to={screen.to} className={styles.entry} activeOptions={{ exact: true, includeSearch: false }}>
          <Icon name={screen.icon} />
          <span className={styles.text}>{label}</span>
        </Link>
      </Tooltip>
      {children}
    </li>
  )
}

function WaitingLink() {
  const { client } = useSession().session
  const waiting = useQuery(summaryQuery(client)).data?.waiting
  const count = waiting?.find(({ party }) => party === 'YOU')?.count
  useWaitingIcon(count !== undefined)
  if (count === undefined) return null
  const label = t('Navigation.transfers_waiting', { count })
  return (
    <Tooltip text={label} side="right">
      <Link to="/transactions" search={{ waiting: 'true' }} className={styles.waiting} aria-label={label}>
        {count}
      </Link>
    </Tooltip>
  )
}

const CUSTODIAN_SCREENS = [
  { to: '/custodians/$custodianKey/accounts', label: 'accounts', icon: 'account' },
  { to: '/custodians/$custodianKey/instruments', label: 'instruments', icon: 'instrument' },
  { to: '/custodians/$custodianKey/mint-requests', label: 'mint_requests', icon: 'mint' },
  { to: '/custodians/$custodianKey/burn-requests', label: 'burn_requests', icon: 'burn' },
] as const

function CustodianGroup({ custodian: { key, label: custodianName }, isRail }: GroupProps) {
  return (
    <section aria-label={custodianName}>
      <h2 className={styles.caption}>
        <span className={styles.text}>{custodianName}</span>
        {isRail && <span aria-hidden>{initials(custodianName)}</span>}
      </h2>
      <ul className={styles.entries}>
        {CUSTODIAN_SCREENS.map(({ to, label, icon }) => (
          <li key={to}>
            <Tooltip text={isRail ? t(`Navigation.${label}_of`, { custodianName }) : undefined} side="right">
              <Link
                to={to}
                params={{ custodianKey: key }}
                className={styles.sub}
                activeOptions={{ includeSearch: false }}
              >
                <Icon name={icon} />
                <span className={styles.text}>{t(`Navigation.${label}`)}</span>
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  )
}

type GroupProps = { custodian: Custodian; isRail: boolean }
