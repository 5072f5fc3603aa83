import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './Pending.module.css'

/** The shape of a screen that is still being fetched. */
export function Pending() {
  return (
    <div className={styles.screen} aria-busy>
      <Skeleton width="long" />
      <div className={styles.card}>
        <Skeleton width="full" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </div>
  )
}
