import type { Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { summaryQuery } from '../../lib/deskSummary.ts'
import { t } from '../../messages/t.ts'
import { useSession } from '../../session/useSession.ts'
import { Icon, type IconName } from '../../ui/icon/Icon.tsx'
import { ProductMark } from '../../ui/icon/ProductMark.tsx'
import styles from './Navigation.module.css'

/** Links to every screen, with the number of transfers that wait for the user. */
export function Navigation() {
  const { product, session, access } = useSession()
  return (
    <nav className={styles.navigation} aria-label={t('Navigation.main')}>
      <div className={styles.brand}>
        <ProductMark product={product} />
      </div>
      <ul className={styles.entries}>
        <Entry to="/holdings" icon="holdings" label={t('Navigation.holdings')} />
        <Entry to="/transactions" icon="transactions" label={t('Navigation.transactions')}>
          {access === 'granted' && <WaitingCount />}
        </Entry>
        <Entry to="/custodians" icon="custodians" label={t('Navigation.custodians')} isExact />
      </ul>
      {session.custodians.map((custodian) => (
        <CustodianGroup key={custodian.key} custodian={custodian} />
      ))}
    </nav>
  )
}

type EntryProps = {
  to: '/holdings' | '/transactions' | '/custodians'
  icon: IconName
  label: string
  isExact?: boolean
  children?: ReactNode
}

function Entry({ to, icon, label, isExact = false, children }: EntryProps) {
  return (
    <li>
      <Link to={to} className={styles.entry} activeOptions={{ exact: isExact, includeSearch: false }}>
        <Icon name={icon} />
        {label}
        {children}
      </Link>
    </li>
  )
}

function WaitingCount() {
  const { client } = useSession().session
  const waiting = useQuery(summaryQuery(client)).data?.waiting
  const count = waiting?.find(({ party }) => party === 'YOU')?.count
  if (count === undefined) return null
  return (
    <span className={styles.waiting} role="img" aria-label={t('Navigation.waiting', { count })}>
      {count}
    </span>
  )
}

const SCREENS = [
  { to: '/custodians/$custodianKey/accounts', label: 'Navigation.accounts' },
  { to: '/custodians/$custodianKey/instruments', label: 'Navigation.instruments' },
  { to: '/custodians/$custodianKey/mint-requests', label: 'Navigation.mint_requests' },
  { to: '/custodians/$custodianKey/burn-requests', label: 'Navigation.burn_requests' },
] as const

function CustodianGroup({ custodian }: { custodian: Custodian }) {
  return (
    <section aria-label={custodian.label}>
      <h2 className={styles.caption}>{custodian.label}</h2>
      <ul className={styles.entries}>
        {SCREENS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ custodianKey: custodian.key }}
              className={styles.sub}
              activeOptions={{ includeSearch: false }}
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
