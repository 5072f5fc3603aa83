import { useRef, useSyncExternalStore, type RefObject } from 'react'
import { t } from '../../messages/t.ts'
import styles from './InvalidFields.module.css'

/** '4 left: Counterparty, Quantity, …': the form's invalid fields, each as a link to it. */
export default function InvalidFields() {
  const place = useRef<HTMLSpanElement>(null)
  const names = useInvalidNames(place)
  const focus = (index: number) => {
    const field = invalidIn(place)[index]
    const control = field?.matches('fieldset') ? field.querySelector<HTMLElement>('input') : field
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }
  return (
    <span ref={place} className={styles.list}>
      {names.length > 0 && t('DealForm.left', { count: names.length })}
      {names.map((name, index) => (
        <button key={name} type="button" className={styles.link} onClick={() => focus(index)}>
          {name}
        </button>
      ))}
    </span>
  )
}

type Place = RefObject<HTMLElement | null>

const formOf = (place: Place) => place.current?.closest('form') ?? null

const invalidIn = (place: Place): HTMLElement[] => [
  ...(formOf(place)?.querySelectorAll<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]') ?? []),
]

const SEPARATOR = '\n'

/** The fields themselves know which of them are invalid: read from the page, and again whenever it changes. */
function useInvalidNames(place: Place): string[] {
  const subscribe = (onChange: () => void) => {
    const observer = new MutationObserver(onChange)
    const form = formOf(place)
    if (form !== null)
      observer.observe(form, { subtree: true, attributeFilter: ['aria-invalid', 'data-invalid'] })
    return () => observer.disconnect()
  }
  const names = useSyncExternalStore(subscribe, () => invalidIn(place).map(nameOf).join(SEPARATOR))
  return names === '' ? [] : names.split(SEPARATOR)
}

/** A field's accessible name, or its label without what follows it. */
function nameOf(field: HTMLElement): string {
  const [label] = (field as HTMLInputElement).labels ?? []
  const text = label?.firstChild ?? field.querySelector('legend')
  return field.getAttribute('aria-label') ?? text?.textContent ?? ''
}
