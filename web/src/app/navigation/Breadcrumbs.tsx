import { Link, useMatches } from '@tanstack/react-router'
import { t } from '../../messages/t.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { useSession } from '../../session/useSession.ts'
import { crumbsOf } from './titles.ts'
import styles from './Breadcrumbs.module.css'

/** The way to the screen. Its last step is the screen's title, which is shown beside it. */
export function Breadcrumbs({ className }: { className: string | undefined }) {
  const { session } = useSession()
  const match = useMatches().at(-1)
  const crumbs = crumbsOf(match?.staticData.title, custodianNameOf(match?.params, session.custodians))
  return (
    <nav className={className} aria-label={t('Navigation.breadcrumb')}>
      <ol className={styles.crumbs}>
        {crumbs.map((label, index) =>
          index === crumbs.length - 1 ? (
            <li key={label} className={styles.current} aria-current="page">
              {label}
            </li>
          ) : (
            <li key={label} className={styles.crumb}>
              <Link to="/custodians">{label}</Link>
              <Icon name="chevron-right" />
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}

function custodianNameOf(
  params: object | undefined,
  custodians: readonly { key: string; label: string }[],
): string | undefined {
  if (params === undefined || !('custodianKey' in params)) return undefined
  const wanted = String(params.custodianKey).toLowerCase()
  return custodians.find(({ key }) => key === wanted)?.label
}
