// An action that changes the ledger, run from a dialog: its steps, its failure, and its toast once the dialog has closed.
import { ClientError, type Client, type Progress, type SendOptions } from '@connex/sdk'
import { useState, useSyncExternalStore } from 'react'
import { causeOf, codeOf, withFullStop } from '../../lib/errorText.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { showToast, updateToast, type Toast } from '../../ui/toast/toasts.ts'
import { loadResolver, pendingHashOf } from './pendingTransaction.ts'
import type * as resolver from './resolveSigned.ts'
import type { SignedTransaction } from './resolveSigned.ts'
import type { DryRun } from './useDryRun.ts'

export type LedgerAction<Result> = {
  run: (options: SendOptions) => Promise<Result>
  /** The dry run on the screen: only its transaction is signed, and nothing is if there is none to show. */
  dryRun: DryRun | undefined
  /** The toast's title until it is done: 'Transfer of 1,000 DE… to Baltic Trust Bank'. */
  title: string
  /** The result is empty if only the transaction is known to be on the ledger. */
  success: (result: Partial<Result>) => Pick<Toast, 'title' | 'text' | 'link'>
  /** The specification's sentence for a failure; a function if the sentence contains the cause. */
  failure: string | ((cause: string) => string)
  /** The sentence for a failure before anything was stored, if it is another one. */
  failureToSubmit?: string
  /** The transaction is published and needs no dialog any more. */
  onPublished: () => void
}

export type LedgerFailure = { title: string; text: string | undefined; code: string | undefined }

/** Signed, but possibly not published: submitting again publishes the same transaction. */
type PendingAction = Omit<SignedTransaction, 'failed'> &
  Pick<LedgerAction<unknown>, 'onPublished'> & { failed: (error: unknown) => LedgerFailure }

type RunnerState = {
  /** The step under way, as a text; undefined while nothing runs. */
  step: string | undefined
  isSigned: boolean
  failure: LedgerFailure | undefined
  pending: PendingAction | undefined
}

type Change = (part: Partial<RunnerState>) => void
type Resolver = Pick<typeof resolver, 'resolveSigned' | 'followInBackground'>

/**
 * Runs an action from a dialog. The dialog waits until the transaction is published, and shows a failure beside its form;
 * from then on a toast follows: signed → published → in block n → indexed. A second click while it runs does nothing. If
 * nobody knows whether the transaction was published, submitting again publishes the same one: nothing is signed twice.
 */
export function useLedgerAction() {
  const { client } = useViewer()
  const [runner] = useState(() => createLedgerRunner(client))
  const { step, isSigned, failure, pending } = useSyncExternalStore(runner.subscribe, runner.read)
  return {
    start: runner.start,
    step,
    isBusy: step !== undefined,
    isSigned,
    isPending: pending !== undefined,
    failure,
    clearFailure: runner.clearFailure,
    leave: runner.leave,
  }
}

/** The state of one dialog's action, outside React. */
export function createLedgerRunner(client: Client, load: () => Promise<Resolver> = loadResolver) {
  let state: RunnerState = { step: undefined, isSigned: false, failure: undefined, pending: undefined }
  let isRunning = false
  const listeners = new Set<() => void>()
  const change: Change = (part) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: async <Result>(action: LedgerAction<Result>): Promise<void> => {
      if (isRunning) return
      isRunning = true
      change({ failure: undefined })
      try {
        if (state.pending !== undefined) await retry(client, load, state.pending, change)
        else {
          load().catch(ignore)
          await send(action, change)
        }
      } finally {
        isRunning = false
        change({ step: undefined })
      }
    },
    /** A pending transaction keeps its failure: it has yet to be resolved. */
    clearFailure: () => {
      if (state.pending === undefined) change({ failure: undefined })
    },
    /** The dialog was closed: a pending transaction is resolved without it. */
    leave: () => {
      const { pending } = state
      if (pending !== undefined)
        load().then(({ followInBackground }) => followInBackground(client, pending), ignore)
    },
  }
}

/** If the code does not load, the next session resumes the transaction. */
const ignore = () => undefined

async function send<Result>(action: LedgerAction<Result>, change: Change): Promise<void> {
  const { run, dryRun, title, success, onPublished } = action
  change({ step: t('Sending.preparing'), isSigned: false })
  let toast: string | undefined
  let isStored = false
  let isSigned = false
  const show = (next: Omit<Toast, 'id'>) => {
    if (toast === undefined) toast = showToast(next)
    else updateToast(toast, next)
  }
  try {
    const transaction = dryRun?.status === 'passed' ? dryRun.transaction : undefined
    const { assertShown } = await importWithRetry(() => import('./simulate.ts'))
    const result = await run({
      approve: (signed) => assertShown(transaction, signed),
      onProgress: (progress) => {
        isStored = true
        isSigned ||= progress.step !== 'stored'
        change({ isSigned })
        if (isBeforePublished(progress)) return change({ step: stepText(progress) })
        const isFirst = toast === undefined
        show({ tone: 'progress', title, steps: stepsOf(progress) })
        if (isFirst) onPublished()
      },
    })
    show({ tone: 'success', ...success(result) })
  } catch (error) {
    const sentence = isStored ? action.failure : (action.failureToSubmit ?? action.failure)
    const failure = failureText(error, sentence, isSigned)
    const txHash = pendingHashOf(error)
    if (txHash !== undefined)
      change({
        pending: {
          txHash,
          title,
          onPublished,
          done: () => success({}),
          failed: (later) => failureText(later, sentence, true),
        },
      })
    // The failure may have changed meanwhile, or may now be shown.
    else if (dryRun?.status === 'failed') dryRun.refetch()
    if (toast === undefined) change({ failure })
    else show({ tone: 'danger', ...failure })
  }
}

async function retry(
  client: Client,
  load: () => Promise<Resolver>,
  { txHash, done, failed, onPublished }: PendingAction,
  change: Change,
): Promise<void> {
  change({ step: t('Sending.publishing') })
  try {
    const { resolveSigned } = await load()
    const { isDone, error } = await resolveSigned(client, txHash)
    change({ pending: undefined })
    if (!isDone) return change({ isSigned: false, failure: failed(error) })
    showToast({ tone: 'success', ...done() })
    onPublished()
  } catch (error) {
    change({ failure: failed(new ClientError('keptForLater', txHash, error)) })
  }
}

function failureText(
  error: unknown,
  sentence: LedgerAction<unknown>['failure'],
  isSigned: boolean,
): LedgerFailure {
  const cause = pendingHashOf(error) === undefined ? causeOf(error) : t('Sending.unconfirmed')
  const code = codeOf(error)
  if (typeof sentence === 'function') return { title: sentence(cause), text: undefined, code }
  return {
    title: sentence,
    text: isSigned ? cause : `${withFullStop(cause)} ${t('Sending.nothing_signed')}`,
    code,
  }
}

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
