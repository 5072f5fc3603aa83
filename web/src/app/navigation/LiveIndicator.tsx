import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { Tooltip } from '../../ui/tooltip/Tooltip.tsx'
import { readLive, subscribeLive } from '../../session/live.ts'
import styles from './LiveIndicator.module.css'

const loadPopup = () => importWithRetry(() => import('../status/HealthPopup.tsx'))
const HealthPopup = lazy(loadPopup)
const preload = (): void => void loadPopup()
/** The popup is opened when the connection is lost, which is too late to load it. */
const PRELOAD_MS = 10_000

/** Whether the screens follow the ledger automatically. */
export function LiveIndicator() {
  const state = useSyncExternalStore(subscribeLive, readLive)
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setTimeout(preload, PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span role="status">
      <Tooltip text={isOpen ? undefined : t(`Live.${state}_text`)}>
        <button
          ref={anchor}
          type="button"
          className={styles.live}
          data-state={state}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onFocus={preload}
          onPointerEnter={preload}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={styles.dot} aria-hidden />
          {t(`Live.${state}`)}
        </button>
      </Tooltip>
      <Suspense fallback={null}>
        {isOpen && <HealthPopup anchor={anchor} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </span>
  )
}
