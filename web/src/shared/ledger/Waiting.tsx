import { useEffect, useState } from 'react'
import { t } from '../../messages/t.ts'
import styles from './LedgerDialog.module.css'

type Props = {
  step: string
  /** Undefined while several transactions are under way. */
  isSigned: boolean | undefined
}

/** The step under way; after some seconds also for how long, and what that means for the money. */
export function Waiting({ step, isSigned }: Props) {
  const seconds = useSeconds()
  const hint = waitingHint(seconds, isSigned)
  return (
    <>
      <span>{step}</span>
      {seconds >= SHOWN_FROM && (
        // A screen reader would announce a number that changes every second.
        <span aria-hidden>, {t('Sending.seconds', { seconds })}</span>
      )}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </>
  )
}

const SHOWN_FROM = 4
const HINT_FROM = 10

/** `waitingHint(25, false)` → 'Your server has not answered yet. Nothing is signed, …' */
export function waitingHint(seconds: number, isSigned: boolean | undefined): string | undefined {
  if (seconds < HINT_FROM || isSigned === undefined) return undefined
  return isSigned ? t('Sending.slow_signed') : t('Sending.slow_unsigned')
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((former) => former + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
