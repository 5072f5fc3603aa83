import { TxHash } from '@connex/protocol'
import { ClientError, requireShown } from '@connex/sdk'
import type { Progress, SendOptions } from '@connex/sdk'
import { useRef, useState } from 'react'
import { useViewer } from '../../lib/Viewer.ts'
import { causeOf, codeOf } from '../../lib/errorText.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { showToast, updateToast } from '../../ui/toast/toasts.ts'
import type { Toast } from '../../ui/toast/toasts.ts'
import type { SignedTransaction } from './resolveSigned.ts'
import type { DryRun } from './useDryRun.ts'

/** The transaction that is signed, and of which nobody knows whether the ledger has it; undefined after any other error. */
export const pendingHashOf = (error: unknown): TxHash | undefined =>
  error instanceof ClientError && error.code === 'keptForLater'
    ? TxHash.safeParse(error.detail).data
    : undefined

/** What goes on with it: fetched as soon as anything is signed, since the server may be away when it is needed. */
export const loadResolver = () => importWithRetry(() => import('./resolveSigned.ts'))

/** Something that changes the ledger, and what is said of it. */
export type LedgerAction<Result> = {
  run: (options: SendOptions) => Promise<Result>
  /** What the user has seen of it: anything else is not signed, and where it could not be shown nothing is. */
  dryRun: DryRun | undefined
  /** While it is on its way: 'Transfer of 1,000 DE… to Baltic Trust Bank'. */
  title: string
  /** Without its result where it is known only that the ledger has it. */
  success: (result: Partial<Result>) => Pick<Toast, 'title' | 'text' | 'link'>
  /** What the specification says where it fails; a function where its text holds the cause. */
  failure: string | ((cause: string) => string)
  /** The same where it failed before anything was stored. */
  failureToSubmit?: string
  /** It is published, and goes on by itself: the dialog may close. */
  onPublished: () => void
}

export type LedgerFailure = { title: string; text: string | undefined; code: string | undefined }

type PendingAction = Omit<SignedTransaction, 'failed'> &
  Pick<LedgerAction<unknown>, 'onPublished'> & { failed: (error: unknown) => LedgerFailure }

/**
 * Runs an action from a dialog. Until it is published the dialog waits, and a failure is said in it, its input kept;
 * from then on a toast follows: signed → published → in block n → indexed. A second click while it runs does nothing.
 * Where nobody knows whether it was published, trying again publishes what is signed: nothing is signed a second time.
 */
export function useLedgerAction() {
  const { client } = useViewer()
  const isRunning = useRef(false)
  const [step, setStep] = useState<string>()
  const [failure, setFailure] = useState<LedgerFailure>()
  const [isSigned, setIsSigned] = useState(false)
  const [pending, setKept] = useState<PendingAction>()

  const start = async <Result>(action: LedgerAction<Result>) => {
    if (isRunning.current) return
    isRunning.current = true
    setFailure(undefined)
    try {
      if (pending === undefined) await send(action)
      else await retry(pending)
    } finally {
      isRunning.current = false
      setStep(undefined)
    }
  }

  const send = async <Result>(action: LedgerAction<Result>) => {
    const { run, dryRun, title, success, failure: failed, failureToSubmit, onPublished } = action
    setStep(t('Sending.preparing'))
    setIsSigned(false)
    void loadResolver().catch(ignore)
    let toast: string | undefined
    let isStored = false
    let hasSigned = false
    try {
      const transaction = dryRun?.status === 'passed' ? dryRun.transaction : undefined
      const result = await run({
        approve: (signed) => requireShown(transaction, signed),
        onProgress: (progress) => {
          isStored = true
          hasSigned ||= progress.step !== 'stored'
          setIsSigned(hasSigned)
          if (isBeforePublished(progress)) return setStep(stepText(progress))
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
      const failure = isStored ? failed : (failureToSubmit ?? failed)
      const txHash = pendingHashOf(error)
      const told = failureText(error, failure, hasSigned)
      if (txHash !== undefined)
        setKept({
          txHash,
          title,
          onPublished,
          done: () => success({}),
          failed: (later) => failureText(later, failure, true),
        })
      // Another look: what could not be shown before, or has changed since.
      else if (dryRun?.status === 'failed') dryRun.refetch()
      if (toast === undefined) setFailure(told)
      else updateToast(toast, { tone: 'danger', ...told })
    }
  }

  const retry = async ({ txHash, done, failed, onPublished }: PendingAction) => {
    setStep(t('Sending.publishing'))
    try {
      const { resolveSigned: settleSigned } = await loadResolver()
      const { isDone, error } = await settleSigned(client, txHash)
      setKept(undefined)
      if (!isDone) {
        setIsSigned(false)
        return setFailure(failed(error))
      }
      showToast({ tone: 'success', ...done() })
      onPublished()
    } catch (error) {
      setFailure(failed(new ClientError('keptForLater', txHash, error)))
    }
  }

  /** The dialog is left: what is signed and not known to be published is gone on with without it. */
  const leave = () => {
    if (pending !== undefined)
      void loadResolver().then(({ followInBackground: followAlone }) => followAlone(client, pending), ignore)
  }
  return {
    start,
    step,
    isBusy: step !== undefined,
    isSigned,
    isPending: pending !== undefined,
    failure,
    /** Unless something is signed: that stays to be settled. */
    clearFailure: () => pending === undefined && setFailure(undefined),
    leave,
  }
}

/** The next session takes it up. */
const ignore = () => undefined

function failureText(
  error: unknown,
  failed: LedgerAction<unknown>['failure'],
  isSigned: boolean,
): LedgerFailure {
  const cause = pendingHashOf(error) === undefined ? causeOf(error) : t('Sending.kept')
  const code = codeOf(error)
  if (typeof failed === 'function') return { title: failed(cause), text: undefined, code }
  return {
    title: failed,
    text: isSigned ? cause : `${asSentence(cause)} ${t('Sending.nothing_signed')}`,
    code,
  }
}

/** What a server says may lack its full stop. */
const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)

const isBeforePublished = ({ step }: Progress): boolean =>
  step === 'stored' || step === 'refunded' || step === 'signed'

const stepText = ({ step }: Progress): string => {
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
