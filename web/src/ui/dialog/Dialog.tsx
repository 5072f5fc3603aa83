import { Dialog as Base } from '@base-ui/react/dialog'
import {
  createContext,
  useEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { t } from '../../messages/t.ts'
import { IconButton } from '../button/IconButton.tsx'
import styles from './Dialog.module.css'

/** The element in which a dialog's lists open, so that they belong to the dialog. */
export const OverlayHome = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/**
 * `narrow` and `wide` are as high as their content. `short`, `long` and `ticket` are forms of a few, of many, and of most fields.
 * These keep their height: content that arrives late must not move a button away from the pointer.
 */
export type DialogSize = 'narrow' | 'wide' | 'short' | 'long' | 'ticket'

type Props = {
  title: string
  /** A sentence below the title. */
  description?: ReactNode
  /** Beside the title: the steps of a form, such as '1 Terms — 2 What will happen'. */
  aside?: ReactNode
  size?: DialogSize
  /** Busy: neither Escape nor a click outside closes it. */
  isLocked?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  /** Makes the content a form, which Enter and the footer's submit button submit. */
  onSubmit?: () => void
  /** Stays in sight while the content scrolls: why it failed. */
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
  // A long text without fields, such as a paper to review, takes the focus itself: the keyboard scrolls it.
  useEffect(() => {
    const { current } = body
    if (current) current.tabIndex = fieldIn(current) || current.scrollHeight <= current.clientHeight ? -1 : 0
  })
  const content = (
    <OverlayHome value={popup}>
      <div
        ref={body}
        tabIndex={-1}
        className={styles.body}
        onScroll={({ currentTarget }) =>
          currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollTop > 0)
        }
      >
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
      // A click outside must not discard a form.
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
            {...(onSubmit && { onKeyDownCapture: submitOnCtrlEnter })}
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

/** Ctrl+Enter, or ⌘ Enter, is the footer's button from anywhere in the dialog, also where Enter means something else. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}

const FIELDS = 'input, textarea, select, [role="combobox"]'

const INVALID = '[aria-invalid="true"], fieldset[data-invalid] input'

/** After a submit: shows the first invalid field, or the top of the next step. */
function showNext(body: HTMLElement | null): void {
  const invalid = body?.querySelector<HTMLElement>(INVALID)
  if (!invalid) {
    body?.scrollTo({ top: 0 })
    // The next step hides or disables the field that has the focus, and Ctrl+Enter works from inside the dialog alone.
    if (body?.contains(document.activeElement)) body.focus({ preventScroll: true })
    return
  }
  // Centered, because the error is below the field.
  invalid.focus({ preventScroll: true })
  invalid.scrollIntoView({ block: 'center' })
}

/** The first field to fill in; none on a phone, whose keyboard would cover the rest. */
const firstField = (body: HTMLElement | null): HTMLElement | undefined =>
  matchMedia('(pointer: coarse)').matches ? undefined : fieldIn(body)

function fieldIn(body: HTMLElement | null): HTMLElement | undefined {
  if (body === null) return undefined
  return [...body.querySelectorAll<HTMLElement>(FIELDS)].find(
    (field) => field.tabIndex >= 0 && !field.matches(':disabled, [aria-hidden="true"], [hidden] *'),
  )
}
