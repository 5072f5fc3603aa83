import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, type ReactNode } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { deals } from '../../messages/en/deals.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button, type ButtonVariant } from '../../ui/button/Button.tsx'
import { Dialog, type DialogSize } from '../../ui/dialog/Dialog.tsx'
import { ErrorCode } from '../../ui/feedback/ErrorCode.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { DryRunFailure, DryRunStatus } from './DryRunStatus.tsx'
import styles from './LedgerDialog.module.css'
import { Waiting } from './Waiting.tsx'
import type { DryRun } from './useDryRun.ts'
import type { ProposalSource } from './SendForApproval.tsx'
import type { useLedgerAction } from './useLedgerAction.ts'

// The messages of dialogs are loaded with the first of them.
addMessages(deals)

/** Why nothing may be signed: shown in the dialog, and as the reason on its button. */
export type Block = { title: string; text: string }

const SendForApproval = lazy(() =>
  importWithRetry(() => import('./SendForApproval.tsx')).then((found) => ({
    default: found.SendForApproval,
  })),
)

type Props = {
  title: string
  description?: string | undefined
  /** The steps of a form, beside the title. */
  aside?: ReactNode
  size?: DialogSize
  action: Pick<ReturnType<typeof useLedgerAction>, 'isBusy' | 'step' | 'failure'> & {
    isSigned?: boolean
    isPending?: boolean
    leave?: () => void
  }
  /** Why the tenant's four-eyes rule blocks the action; see useFourEyes. */
  fourEyes: string | undefined
  /** What four-eyes blocks and colleagues can approve. */
  proposal?: ProposalSource | undefined
  /** Anything else that blocks the action. */
  block?: Block | undefined
  /** The dry run of what the button signs: its result is shown left of the buttons. */
  dryRun?: DryRun | undefined
  /** Shown beside a failure, such as that the form is incomplete. */
  notice?: ReactNode
  /** The label of the button that closes the dialog or goes a step back; undefined for no such button. */
  back: string | undefined
  onBack?: (() => void) | undefined
  /** The label of the button that signs or goes a step forward. */
  submit: string
  submitVariant: Extract<ButtonVariant, 'next' | 'danger' | 'primary'>
  /** The user has clicked the button, and the dialog is still reading. */
  isHeld?: boolean
  /** What the button waits for. */
  disabledReason?: string | undefined
  onClose: () => void
  /** Shown before the dialog closes, in place of its buttons. */
  question?: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** The frame of every dialog that signs: its progress, its failure, and who else must sign. */
export function LedgerDialog(props: Props) {
  const {
    action,
    fourEyes,
    proposal,
    block,
    dryRun,
    notice,
    isHeld,
    disabledReason,
    question,
    onClose: onClosed,
    onBack,
    onSubmit,
    ...rest
  } = props
  const { back, submit, submitVariant, children, ...frame } = rest
  const onClose = () => {
    action.leave?.()
    onClosed()
  }
  // The browser's back button closes the dialog, and stays on the screen.
  const { history } = useRouter()
  const leave = useEffectEvent((navigation: string) => {
    if (navigation === 'PUSH' || navigation === 'REPLACE') return false
    if (!action.isBusy) onClose()
    return true
  })
  useEffect(
    () =>
      history.block({ blockerFn: ({ action: navigation }) => leave(navigation), enableBeforeUnload: false }),
    [history],
  )
  const isUnchecked = dryRun?.status === 'failed' && action.isPending !== true
  const blocks: Block[] = [
    ...(fourEyes === undefined ? [] : [{ title: t('FourEyes.title'), text: fourEyes }]),
    ...(block === undefined ? [] : [block]),
  ]
  return (
    <Dialog
      {...frame}
      isLocked={action.isBusy}
      onClose={onClose}
      onSubmit={onSubmit}
      notice={
        <>
          {notice}
          <DryRunFailure dryRun={dryRun} />
          {action.failure !== undefined && (
            <Alert tone="danger" title={action.failure.title} isLive>
              {action.failure.text}
              <ErrorCode code={action.failure.code} />
            </Alert>
          )}
        </>
      }
      footer={
        question ?? (
          <>
            <span className={styles.step} role="status">
              {action.step !== undefined ? (
                <Waiting key={action.step} step={action.step} isSigned={action.isSigned} />
              ) : (
                <DryRunStatus dryRun={dryRun} />
              )}
            </span>
            {back !== undefined && (
              <Button onClick={onBack ?? onClose} disabledReason={action.isBusy ? action.step : undefined}>
                {back}
              </Button>
            )}
            <Button
              type="submit"
              // Only what the ledger has let pass is the next step.
              variant={isUnchecked ? 'secondary' : submitVariant}
              isBusy={action.isBusy || isHeld}
              disabledReason={blocks[0]?.text ?? disabledReason}
            >
              {action.isPending === true ? t('Sending.again') : submit}
            </Button>
          </>
        )
      }
    >
      <Blocks
        blocks={blocks}
        proposal={fourEyes === undefined || block !== undefined ? undefined : proposal}
      />
      {children}
    </Dialog>
  )
}

type BlocksProps = { blocks: readonly Block[]; proposal: ProposalSource | undefined }

const Blocks = ({ blocks, proposal }: BlocksProps) =>
  blocks.length > 0 && (
    <div className={styles.blocks}>
      {blocks.map(({ title, text }) => (
        <Alert key={title} tone="attention" title={title} isLive>
          {text}
        </Alert>
      ))}
      {proposal !== undefined && (
        <Suspense fallback={null}>
          <SendForApproval {...proposal} />
        </Suspense>
      )}
    </div>
  )
