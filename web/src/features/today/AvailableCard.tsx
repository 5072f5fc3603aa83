import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { UnitTotal } from '../../shared/desk/UnitTotal.tsx'
import { CardAnswer, TodayCard } from './TodayCard.tsx'
import { totalsQuery } from './todayQueries.ts'
import styles from './AvailableCard.module.css'

/** What the tenant can use, by unit. Bars of different units are not comparable, and each is full at its own total. */
export function AvailableCard() {
  const { client, tenantAddr } = useViewer()
  const query = useQuery(totalsQuery(client, tenantAddr))
  return (
    <TodayCard title={t('Today.available')} aside={<Link to="/holdings">{t('Today.holdings')}</Link>}>
      <CardAnswer query={query} failure={t('Today.available_failure')} rows={2}>
        {({ totals }) =>
          totals.length === 0 ? (
            <p className={styles.none}>{t('Today.available_none')}</p>
          ) : (
            totals.map((total) => <UnitTotal key={total.unit} total={total} />)
          )
        }
      </CardAnswer>
    </TodayCard>
  )
}
