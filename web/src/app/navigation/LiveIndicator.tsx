import { useSyncExternalStore } from 'react'
import { t } from '../../messages/t.ts'
import { Tooltip } from '../../ui/tooltip/Tooltip.tsx'
import { readLive, subscribeLive } from '../../session/live.ts'
import styles from './LiveIndicator.module.css'

/** Whether the screens follow the ledger automatically. */
export function LiveIndicator() {
  const state = useSyncExternalStore(subscribeLive, readLive)
  return (
    <Tooltip text={t(`Live.${state}_text`)}>
      <span className={styles.live} data-state={state} role="status">
        <span className={styles.dot} aria-hidden />
        {t(`Live.${state}`)}
      </span>
    </Tooltip>
  )
}
