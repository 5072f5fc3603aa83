import type { Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { summaryQuery } from '../../lib/deskSummary.ts'
import { t } from '../../messages/t.ts'
import { useSession } from '../../session/useSession.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Icon, type IconName } from '../../ui/icon/Icon.tsx'
import { ProductMark } from '../../ui/icon/ProductMark.tsx'
import { Tooltip } from '../../ui/tooltip/Tooltip.tsx'
import styles from './Navigation.module.css'
import { initials } from './UserMenu.tsx'

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
        <Entry to="/today" icon="empty" label={t('Navigation.today')} isRail={isRail} />
        <Entry to="/holdings" icon="holdings" label={t('Navigation.holdings')} isRail={isRail} />
        <Entry to="/transactions" icon="transactions" label={t('Navigation.transactions')} isRail={isRail}>
          {access === 'granted' && <WaitingLink />}
        </Entry>
        <Entry to="/calendar" icon="calendar" label={t('Navigation.calendar')} isRail={isRail} />
        <Entry
          to="/counterparties"
          icon="counterparties"
          label={t('Navigation.counterparties')}
          isRail={isRail}
        />
        <Entry
          to="/custodians"
          icon="custodians"
          label={t('Navigation.custodians')}
          isRail={isRail}
          isExact
        />
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

type EntryProps = {
  to: '/today' | '/holdings' | '/transactions' | '/calendar' | '/counterparties' | '/custodians'
  icon: IconName
  label: string
  isRail: boolean
  isExact?: boolean
  children?: ReactNode
}

function Entry({ to, icon, label, isRail, isExact = false, children }: EntryProps) {
  return (
    <li className={styles.item}>
      <Tooltip text={isRail ? label : undefined} side="right">
        <Link to={to} className={styles.entry} activeOptions={{ exact: isExact, includeSearch: false }}>
          <Icon name={icon} />
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
  if (count === undefined) return null
  const label = t('Navigation.waiting', { count })
  return (
    <Tooltip text={label} side="right">
      <Link to="/transactions" search={{ waiting: 'true' }} className={styles.waiting} aria-label={label}>
        {count}
      </Link>
    </Tooltip>
  )
}

const SCREENS = [
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
        {SCREENS.map(({ to, label, icon }) => (
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
