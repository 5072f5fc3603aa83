import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { cx } from '../../lib/dom.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { ErrorCode } from '../feedback/ErrorCode.tsx'
import { Icon } from '../icon/Icon.tsx'
import { dismissToast, readToasts, subscribeToasts, TOASTS_ID, type Toast } from './toasts.ts'
import styles from './ToastRegion.module.css'

/** Failures and work in progress stay until dismissed. */
const STAYS_MS = { success: 7_000, danger: undefined, progress: undefined }
const PICTURES = { success: 'check', danger: 'alert' } as const

/** The toasts at the bottom right, above the actions there, announced by screen readers as they appear. */
export function ToastRegion({
  renderLink,
}: {
  /** Following the link dismisses the toast. */
  renderLink: (link: { label: string; href: string; follow: () => void }) => ReactNode
}) {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts)
  return (
    <section className={styles.region} aria-label={t('Common.notifications')}>
      <ol id={TOASTS_ID} className={styles.list} aria-live="polite" aria-relevant="additions text">
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            link={toast.link && renderLink({ ...toast.link, follow: () => dismissToast(toast.id) })}
          />
        ))}
      </ol>
    </section>
  )
}

function ToastCard({ toast, link }: { toast: Toast; link: ReactNode }) {
  const [isPaused, setIsPaused] = useState(false)
  // The timer stops while the user looks at the toast.
  useEffect(() => {
    const staysMs = STAYS_MS[toast.tone]
    if (staysMs === undefined || isPaused) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), staysMs)
    return () => clearTimeout(timer)
  }, [toast.id, toast.tone, isPaused])
  return (
    // Hovering pauses the timer; the toast itself is not a control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <span className={styles.picture}>
        {toast.tone === 'progress' ? (
          <span className={styles.turning} aria-hidden />
        ) : (
          <Icon name={PICTURES[toast.tone]} />
        )}
      </span>
      <div className={styles.words}>
        <strong>{toast.title}</strong>
        {toast.text !== undefined && <p>{toast.text}</p>}
        {toast.figure}
        {toast.steps !== undefined && (
          <p className={styles.steps}>
            {toast.steps.map((step) => (
              <span key={step.label} className={cx(styles.step, step.isDone && styles.done)}>
                {step.label}
              </span>
            ))}
          </p>
        )}
        <ErrorCode code={toast.code} />
        {link}
        {toast.action !== undefined && <ActionButton id={toast.id} {...toast.action} />}
      </div>
      <IconButton
        icon="close"
        size="small"
        label={t('Common.dismiss')}
        onClick={() => dismissToast(toast.id)}
      />
    </li>
  )
}

function ActionButton({ id, label, run }: { id: string; label: string; run: () => void }) {
  const take = () => {
    dismissToast(id)
    run()
  }
  return (
    <Button size="small" onClick={take}>
      {label}
    </Button>
  )
}
