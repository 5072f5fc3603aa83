// Keeps a session open while its user is active, and ends it in every tab when its time is over.
import {
  browserClock,
  createWatch,
  type LockReason,
  type VaultConnection,
  type VaultStatus,
} from '@connex/sdk'
import beatWorkerUrl from '@connex/sdk/beatWorker?worker&url'
import { startWorker } from './trustedScripts.ts'

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

type MonitoredSession = {
  /** The wallet's address. */
  address: string
  idleMs: number
  /** Undefined if the session lives and ends with this page. */
  vault: VaultConnection | undefined
  onEnd: (reason: LockReason) => void
}

/** Monitors the session until the returned function is called. */
export function monitorSession({ address, idleMs, vault, onEnd }: MonitoredSession): () => void {
  let isActive = true
  let isMonitored = true
  const noteActivity = (): void => {
    isActive = true
  }
  const stop = (): void => {
    isMonitored = false
    worker.terminate()
    unfollow?.()
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, noteActivity)
  }
  const end = (reason: LockReason): void => {
    if (!isMonitored) return
    stop()
    onEnd(reason)
  }
  const checkStatus = (status: VaultStatus): void => {
    if (!status.isUnlocked) end(status.reason)
    else if (status.address !== address) end('otherWallet')
  }
  const beatPage = watchPage(idleMs, end)
  const beat = (): void => {
    const wasActive = isActive
    isActive = false
    if (vault === undefined) beatPage(wasActive)
    else vault.beat(wasActive).then(checkStatus, () => end('alone'))
  }
  const worker = startWorker(beatWorkerUrl)
  worker.addEventListener('message', beat)
  const unfollow = vault?.follow((news) => {
    if (news.type === 'locked') end(news.reason)
    else if (news.address !== address) end('otherWallet')
  })
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, noteActivity, { passive: true })
  beat()
  return stop
}

/** The same limits without a vault, counted by this page alone. */
function watchPage(idleMs: number, end: (reason: LockReason) => void): (isActive: boolean) => void {
  const watch = createWatch(browserClock)
  watch.start(idleMs)
  return (isActive) => {
    const reason = watch.overdue()
    if (reason !== undefined) end(reason)
    else watch.beat(isActive)
  }
}
