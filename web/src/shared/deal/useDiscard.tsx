import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { dealForms } from '../../messages/en/dealForms.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import styles from './useDiscard.module.css'

addMessages(dealForms)

/**
 * Asks once, in place of the dialog's buttons, before a filled-in form is discarded; the browser asks when the tab is closed
 * or reloaded. A pristine form closes at once.
 *
 * @example
 * const { close, question } = useDiscard(reason !== '', onClose)
 */
export function useDiscard(
  isFilled: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode | undefined } {
  const [isAsking, setIsAsking] = useState(false)
  const focusedBefore = useRef<Element | null>(null)
  useEffect(() => {
    if (!isFilled) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isFilled])
  const isOpen = isAsking && isFilled
  const close = () => {
    if (!isFilled) return onClose()
    if (!isOpen) focusedBefore.current = document.activeElement
    setIsAsking(!isOpen)
  }
  const question = isOpen ? (
    <DiscardQuestion
      onDiscard={onClose}
      onKeep={() => setIsAsking(false)}
      onReturn={(dialog) => focusOn(focusedBefore.current, dialog)}
    />
  ) : undefined
  return { close, question }
}

type Props = { onDiscard: () => void; onKeep: () => void; onReturn: (dialog: HTMLElement | null) => void }

function DiscardQuestion({ onDiscard, onKeep, onReturn }: Props) {
  const keep = useRef<HTMLButtonElement>(null)
  const returnFocus = useEffectEvent(onReturn)
  useEffect(() => {
    const dialog = keep.current?.closest<HTMLElement>('[role="dialog"]') ?? null
    keep.current?.focus()
    return () => returnFocus(dialog)
  }, [])
  return (
    <>
      <p className={styles.question} role="alert">
        {t('Discard.question')}
      </p>
      <Button ref={keep} onClick={onKeep}>
        {t('Discard.keep')}
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        {t('Discard.discard')}
      </Button>
    </>
  )
}

/** Focuses the element that had the focus, or the dialog if that element is gone, as its buttons are meanwhile. */
function focusOn(element: Element | null, dialog: HTMLElement | null): void {
  const target = element?.isConnected === true && element !== document.body ? element : dialog
  if (target instanceof HTMLElement) target.focus()
}
