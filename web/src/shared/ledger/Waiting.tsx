import { isWaitingToSign } from '@connex/sdk'
import { useEffect, useState } from 'react'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import styles from './LedgerDialog.module.css'

type Props = {
  step: string
  /** Undefined while several transactions are under way. */
  isSigned: boolean | undefined
}

/** The step under way; after some seconds also for how long, and what that means for the money. */
export function Waiting({ step, isSigned }: Props) {
  const { client } = useViewer()
  const seconds = useSeconds()
  const hint = waitingHint(seconds, isSigned, isWaitingToSign(client))
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

/** `waitingHint(25, false, false)` → 'Your server has not answered yet. Nothing is signed, …'; `isPaced`: the wallet lets it wait. */
export function waitingHint(
  seconds: number,
  isSigned: boolean | undefined,
  isPaced: boolean,
): string | undefined {
  if (seconds < (isPaced ? SHOWN_FROM : HINT_FROM)) return undefined
  const cause = isPaced ? t('Sending.paced') : t('Sending.slow')
  if (isSigned === undefined) return isPaced ? cause : undefined
  return `${cause} ${isSigned ? t('Sending.while_signed') : t('Sending.while_unsigned')}`
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((former) => former + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
