import { requireShown, type Progress, type SendOptions } from '@connex/sdk'
import { useRef, useState } from 'react'
import { t } from '../messages/t.ts'
import { showToast, updateToast, type Toast } from '../ui/toast/toasts.ts'
import type { DryRun } from './deal/useDryRun.ts'
import { causeOf, codeOf } from './errorWords.ts'

/** Something that changes the ledger, and what is said of it. */
export type LedgerAction<Result> = {
  run: (options: SendOptions) => Promise<Result>
  /** What the user has seen of it: anything else is not signed, and where it could not be shown nothing is. */
  shown: DryRun | undefined
  /** While it is on its way: 'Transfer of 1,000 DE… to Baltic Trust Bank'. */
  title: string
  success: (result: Result) => Pick<Toast, 'title' | 'text' | 'link'>
  /** What the specification says where it fails; a function where its text holds the cause. */
  failure: string | ((cause: string) => string)
  /** The same where it failed before anything was stored. */
  failureToSubmit?: string
  /** It is published, and goes on by itself: the dialog may close. */
  onPublished: () => void
}

export type LedgerFailure = { title: string; text: string | undefined; code: string | undefined }

/**
 * Runs an action from a dialog. Until it is published the dialog waits, and a failure is said in it, its input kept;
 * from then on a toast follows: signed → published → in block n → indexed. A second click while it runs does nothing.
 */
export function useLedgerAction() {
  const isRunning = useRef(false)
  const [step, setStep] = useState<string>()
  const [failure, setFailure] = useState<LedgerFailure>()
  const [isSigned, setIsSigned] = useState(false)

  const start = async <Result>({
    run,
    shown,
    title,
    success,
    failure: failed,
    failureToSubmit,
    onPublished,
  }: LedgerAction<Result>) => {
    if (isRunning.current) return
    isRunning.current = true
    setFailure(undefined)
    setStep(t('Sending.preparing'))
    let toast: string | undefined
    let isStored = false
    let hasSigned = false
    try {
      const transaction = shown?.status === 'passed' ? shown.transaction : undefined
      const result = await run({
        approve: (signed) => requireShown(transaction, signed),
        onProgress: (progress) => {
          isStored = true
          hasSigned ||= progress.step !== 'stored'
          setIsSigned(hasSigned)
          if (isBeforePublished(progress)) return setStep(stepWords(progress))
          const told = { tone: 'progress', title, steps: stepsOf(progress) } as const
          if (toast !== undefined) return updateToast(toast, told)
          toast = showToast(told)
          onPublished()
        },
      })
      const done = { tone: 'success', ...success(result) } as const
      if (toast === undefined) showToast(done)
      else updateToast(toast, done)
    } catch (error) {
      const told = failureWords(error, isStored ? failed : (failureToSubmit ?? failed), hasSigned)
      // Another look: what could not be shown before, or has changed since.
      if (shown?.status === 'failed') shown.onRetry()
      if (toast === undefined) setFailure(told)
      else updateToast(toast, { tone: 'danger', ...told })
    } finally {
      isRunning.current = false
      setStep(undefined)
    }
  }
  return { start, step, isBusy: step !== undefined, isSigned, failure }
}

function failureWords(
  error: unknown,
  failed: LedgerAction<unknown>['failure'],
  isSigned: boolean,
): LedgerFailure {
  const cause = causeOf(error)
  if (typeof failed === 'function') return { title: failed(cause), text: undefined, code: codeOf(error) }
  const text = isSigned ? cause : `${cause} ${t('Sending.nothing_signed')}`
  return { title: failed, text, code: codeOf(error) }
}

const isBeforePublished = ({ step }: Progress): boolean =>
  step === 'stored' || step === 'refunded' || step === 'signed'

const stepWords = ({ step }: Progress): string => {
  if (step === 'stored') return t('Sending.stored')
  return step === 'refunded' ? t('Sending.refunded') : t('Sending.publishing')
}

function stepsOf(progress: Progress): Toast['steps'] {
  const isMined = progress.step === 'mined' || progress.step === 'indexed'
  return [
    { label: t('Sending.signed'), isDone: true },
    { label: t('Sending.published'), isDone: true },
    {
      label: isMined
        ? t('Sending.in_block', { block: progress.block.toLocaleString('en') })
        : t('Sending.to_block'),
      isDone: isMined,
    },
    { label: t('Sending.indexed'), isDone: progress.step === 'indexed' },
  ]
}
