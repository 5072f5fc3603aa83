import { useSyncExternalStore } from 'react'
import { t } from '../../messages/t.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { readLive, subscribeLive } from '../../session/live.ts'
import styles from './Pending.module.css'

const isDown = (): boolean => readLive() === 'offline' || !navigator.onLine

/** The shape of a screen that is still being fetched; without a connection also what it waits for. */
export function Pending() {
  const isOffline = useSyncExternalStore(subscribeLive, isDown)
  return (
    <div className={styles.screen} aria-busy>
      {isOffline ? <p role="status">{t('Screen.offline')}</p> : <Skeleton width="long" />}
      <div className={styles.card}>
        <Skeleton width="full" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </div>
  )
}
