import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { deals } from '../../messages/en/deals.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button, type ButtonVariant } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import styles from './LedgerDialog.module.css'
import { Waiting } from './Waiting.tsx'
import type { useLedgerAction } from './useLedgerAction.ts'

// What only dialogs say comes with the first of them.
addMessages(deals)

/** Why it may not be signed at all, said in the dialog and by its button. */
export type Block = { title: string; text: string }

type Props = {
  title: string
  description?: string | undefined
  /** Where one stands: see ReviewSteps. */
  aside?: ReactNode
  size?: 'narrow' | 'wide'
  action: Pick<ReturnType<typeof useLedgerAction>, 'isBusy' | 'step' | 'failure'> & {
    isSigned?: boolean
    leave?: () => void
  }
  /** Why the tenant's four-eyes rule does not let it be signed here; see useFourEyes. */
  fourEyes: string | undefined
  /** What else holds it back. */
  block?: Block | undefined
  /** What must be seen beside a failure, such as that the form is incomplete. */
  notice?: ReactNode
  /** The two buttons: leave it, or go a step back; and sign it, or go a step on. */
  /** The first is left out where nothing is left to be kept. */
  back: string | undefined
  onBack?: (() => void) | undefined
  submit: string
  submitVariant: Extract<ButtonVariant, 'next' | 'danger' | 'primary'>
  /** What it waits for before it can be signed. */
  disabledReason?: string | undefined
  onClose: () => void
  /** What it asks before it is left, in place of its buttons. */
  question?: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** The frame of every dialog that ends in a signature: how far it is, why it failed, and who else must sign. */
export function LedgerDialog(props: Props) {
  const {
    action,
    fourEyes,
    block,
    notice,
    disabledReason,
    question,
    onClose: onLeft,
    onBack,
    onSubmit,
    ...rest
  } = props
  const { back, submit, submitVariant, children, ...frame } = rest
  const onClose = () => {
    action.leave?.()
    onLeft()
  }
  // The browser's way back leaves the dialog, and not the screen under it.
  const { history } = useRouter()
  const leave = useEffectEvent((way: string) => {
    if (way === 'PUSH' || way === 'REPLACE') return false
    if (!action.isBusy) onClose()
    return true
  })
  useEffect(
    () => history.block({ blockerFn: ({ action: way }) => leave(way), enableBeforeUnload: false }),
    [history],
  )
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
          {action.failure !== undefined && (
            <Alert tone="danger" title={action.failure.title} isLive>
              {action.failure.text}
              {action.failure.code !== undefined && (
                <span className={styles.code}>
                  {t('Common.code_to_quote')} <code>{action.failure.code}</code>
                </span>
              )}
            </Alert>
          )}
        </>
      }
      footer={
        question ?? (
          <>
            <span className={styles.step} role="status">
              {action.step !== undefined && (
                <Waiting key={action.step} step={action.step} isSigned={action.isSigned} />
              )}
            </span>
            {back !== undefined && (
              <Button onClick={onBack ?? onClose} disabledReason={action.isBusy ? action.step : undefined}>
                {back}
              </Button>
            )}
            <Button
              type="submit"
              variant={submitVariant}
              isBusy={action.isBusy}
              disabledReason={blocks[0]?.text ?? disabledReason}
            >
              {submit}
            </Button>
          </>
        )
      }
    >
      {blocks.length > 0 && (
        <div className={styles.blocks}>
          {blocks.map(({ title, text }) => (
            <Alert key={title} tone="attention" title={title} isLive>
              {text}
            </Alert>
          ))}
        </div>
      )}
      {children}
    </Dialog>
  )
}
