import { useRef, useState } from 'react'
import { loginFailure, type LoginFailure } from '../../session/loginFailure.ts'

export type UnlockStep = 'deriving' | 'asking'

/** Opens the wallet and signs in, reporting progress. */
export type Enter = (
  file: File,
  password: string,
  control: { onStep: (step: UnlockStep, fraction?: number) => void; signal: AbortSignal },
) => Promise<void>

export type UnlockProgress = { step: UnlockStep; fraction: number | undefined; seconds: number | undefined }

type Outcome = 'loggedIn' | 'failed' | 'stopped'

/** One attempt to log in: running, failed, or neither. */
export function useUnlock(enter: Enter) {
  const [progress, setProgress] = useState<UnlockProgress>()
  const [failure, setFailure] = useState<LoginFailure>()
  const attempt = useRef<AbortController>(undefined)

  const stop = () => {
    attempt.current?.abort()
    attempt.current = undefined
    setProgress(undefined)
    setFailure(undefined)
  }

  const unlock = async (file: File, password: string): Promise<Outcome> => {
    if (attempt.current !== undefined) return 'stopped'
    setFailure(undefined)
    const current = new AbortController()
    attempt.current = current
    const startedAt = performance.now()
    setProgress({ step: 'deriving', fraction: undefined, seconds: undefined })
    try {
      await enter(file, password, {
        signal: current.signal,
        onStep: (step, fraction) => {
          if (current.signal.aborted) return
          const seconds =
            fraction === undefined ? undefined : secondsLeft(fraction, performance.now() - startedAt)
          setProgress({ step, fraction, seconds })
        },
      })
      return 'loggedIn'
    } catch (error) {
      if (current.signal.aborted) return 'stopped'
      setFailure(loginFailure(error))
      return 'failed'
    } finally {
      if (attempt.current === current) {
        attempt.current = undefined
        setProgress(undefined)
      }
    }
  }
  return { progress, failure, unlock, stop }
}

/** Estimated from the progress so far; undefined while it is too early. */
function secondsLeft(fraction: number, elapsedMs: number): number | undefined {
  if (fraction < 0.05 || elapsedMs < 200) return undefined
  return Math.max(1, Math.round(((elapsedMs / fraction) * (1 - fraction)) / 1000))
}
