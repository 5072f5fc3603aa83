import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import { Button } from '../ui/button/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Alert } from '../ui/status/Alert.tsx'
import styles from './LedgerDialog.module.css'
import type { useLedgerAction } from './useLedgerAction.ts'

type Props = {
  title: string
  description?: string
  size?: 'narrow' | 'wide'
  action: Pick<ReturnType<typeof useLedgerAction>, 'isBusy' | 'step' | 'failure'>
  /** Why the tenant's four-eyes rule does not let it be signed here; see useFourEyes. */
  fourEyes: string | undefined
  /** What must be seen beside a failure, such as that the form is incomplete. */
  notice?: ReactNode
  /** The two buttons: leave it, and sign it. */
  back: string
  submit: string
  submitVariant: 'next' | 'danger'
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/** The frame of every dialog that ends in a signature: how far it is, why it failed, and who else must sign. */
export function LedgerDialog(props: Props) {
  const { action, fourEyes, notice, onClose, onSubmit, children, ...rest } = props
  const { back, submit, submitVariant, ...frame } = rest
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
              <code className={styles.code}>{action.failure.code}</code>
            </Alert>
          )}
        </>
      }
      footer={
        <>
          <span className={styles.step} role="status">
            {action.step}
          </span>
          <Button onClick={onClose} disabledReason={action.isBusy ? action.step : undefined}>
            {back}
          </Button>
          <Button type="submit" variant={submitVariant} isBusy={action.isBusy} disabledReason={fourEyes}>
            {submit}
          </Button>
        </>
      }
    >
      {fourEyes !== undefined && (
        <Alert tone="attention" title={t('FourEyes.title')}>
          {fourEyes}
        </Alert>
      )}
      {children}
    </Dialog>
  )
}
