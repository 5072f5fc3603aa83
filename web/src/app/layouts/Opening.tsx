import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './Opening.module.css'

/** The outline of the application while it is loading: navigation, header, a table. */
export function Opening() {
  return (
    <div className={styles.frame} aria-busy>
      <div className={styles.side}>
        {['long', 'medium', 'long', 'medium'].map((width, index) => (
          <Skeleton key={`${width}-${String(index)}`} width={width === 'long' ? 'long' : 'medium'} />
        ))}
      </div>
      <div className={styles.content}>
        <Skeleton width="long" />
        <div className={styles.card} />
      </div>
    </div>
  )
}
