import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../messages/t.ts'
import { useSession } from '../../session/useSession.ts'
import { waitsFor, workflowsQuery } from '../../shared/desk/workflows.ts'
import { Tooltip } from '../../ui/tooltip/Tooltip.tsx'
import styles from './Navigation.module.css'

/** How many proposals wait for the user; the stream's events read it again. */
export default function ApprovalsCount() {
  const { client, me } = useSession().session
  // The screen shows a failure, and would show its skeleton again while this reads.
  const { data } = useQuery({ ...workflowsQuery(client, true), retryOnMount: false })
  const count = data?.items.filter((one) => waitsFor(one, me.user.userAddr)).length ?? 0
  if (count === 0) return null
  const label = t('Navigation.approvals_waiting', { count })
  return (
    <Tooltip text={label} side="right">
      <Link to="/approvals" className={styles.waiting} aria-label={label}>
        {count}
      </Link>
    </Tooltip>
  )
}
