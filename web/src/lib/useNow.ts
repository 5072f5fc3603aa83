import { useSyncExternalStore } from 'react'
import { isoDayOf } from './format.ts'

const TICK_MS = 30_000
const tick = (): number => Math.floor(Date.now() / TICK_MS)

/** The time in UTC seconds, at most half a minute old: for ages on a screen that stays open. */
export const useNow = (): number => (useSyncExternalStore(subscribe, tick) * TICK_MS) / 1000

/** Today as a UTC day, on a screen that stays open over midnight. */
export const useToday = (): string => isoDayOf(useNow())

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS / 2)
  return () => clearInterval(timer)
}
