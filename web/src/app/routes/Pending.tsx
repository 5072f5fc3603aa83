import { useSyncExternalStore } from 'react'
import { t } from '../../messages/t.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { readLive, subscribeLive } from '../../session/live.ts'
import styles from './Pending.module.css'

const isOfflineNow = (): boolean => readLive() === 'offline' || !navigator.onLine

/** The outline of a screen that is loading, with a note while there is no connection. */
export function Pending() {
  const isOffline = useSyncExternalStore(subscribeLive, isOfflineNow)
  return (
    <div className={styles.screen} aria-busy>
      {isOffline ? (
        <div role="status">
          <h1 className={styles.note}>{t('Screen.offline')}</h1>
        </div>
      ) : (
        <Skeleton width="long" />
      )}
      <div className={styles.card}>
        <Skeleton width="full" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </div>
  )
}
