import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef, type ReactNode, type RefObject, type SyntheticEvent } from 'react'
import { t } from '../../messages/t.ts'
import { IconButton } from '../button/IconButton.tsx'
import styles from './Dialog.module.css'
import { OverlayHome } from '../overlay.ts'

type Props = {
  title: string
  /** A sentence below the title. */
  description?: ReactNode
  /** Beside the title: where one stands, such as '1 Terms — 2 What will happen'. */
  aside?: ReactNode
  size?: 'narrow' | 'wide'
  /** While it works, neither Escape nor a click outside takes it away. */
  isLocked?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  /** Makes of the content one form: Enter submits, the footer's submit button too. */
  onSubmit?: () => void
  /** What must be seen wherever one has scrolled to: why it failed. */
  notice?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** A rounded dialog over the page; on a phone it fills the screen. */
export function Dialog(props: Props) {
  const {
    title,
    description,
    aside,
    size = 'narrow',
    isLocked,
    initialFocus,
    onClose,
    onSubmit,
    notice,
    footer,
    children,
  } = props
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const content = (
    <OverlayHome value={popup}>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {notice !== undefined && <div className={styles.notice}>{notice}</div>}
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </OverlayHome>
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSubmit?.()
    requestAnimationFrame(() => showNext(body.current))
  }
  return (
    <Base.Root
      open
      // What was filled in is not lost to a click beside it.
      disablePointerDismissal={onSubmit !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isLocked && onClose()}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            className={styles.dialog}
            data-size={size}
            initialFocus={initialFocus ?? (() => firstField(body.current) ?? true)}
          >
            <div className={styles.header}>
              <div className={styles.headings}>
                <Base.Title className={styles.title}>{title}</Base.Title>
                {description !== undefined && (
                  <Base.Description className={styles.description}>{description}</Base.Description>
                )}
              </div>
              {aside !== undefined && <div className={styles.aside}>{aside}</div>}
              <Base.Close
                render={<IconButton icon="close" label={t('Common.close')} disabled={isLocked ?? false} />}
              />
            </div>
            {onSubmit === undefined ? (
              content
            ) : (
              <form className={styles.form} noValidate onSubmit={submit}>
                {content}
              </form>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

const FIELDS = 'input, textarea, select, [role="combobox"]'

const WRONG = '[aria-invalid="true"], fieldset[data-invalid] input'

/** After a try to go on: the first field that is wrong, else the next step from its top. */
function showNext(body: HTMLElement | null): void {
  const wrong = body?.querySelector<HTMLElement>(WRONG)
  if (!wrong) return body?.scrollTo({ top: 0 })
  // What is wrong with it stands below it.
  wrong.focus({ preventScroll: true })
  wrong.scrollIntoView({ block: 'center' })
}

/** What one came to fill in; nothing on a phone, where the keyboard would cover the rest. */
function firstField(body: HTMLElement | null): HTMLElement | undefined {
  if (body === null || matchMedia('(pointer: coarse)').matches) return undefined
  return [...body.querySelectorAll<HTMLElement>(FIELDS)].find(
    (field) => field.tabIndex >= 0 && !field.matches(':disabled, [aria-hidden="true"]'),
  )
}
