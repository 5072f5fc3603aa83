import { useId, type ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { cx } from '../../lib/dom.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './Field.module.css'

export type FieldProps = {
  label: string
  /** The accessible name, where a heading above completes the label: 'Delivery quantity' below 'You lend'. */
  name?: string | undefined
  /** Help while typing; an error replaces it. */
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  /** Beside the label: a limit, a button. */
  aside?: ReactNode
}

/** The attributes that connect a control with its field's label and note. */
export type ControlProps = {
  id: string
  'aria-label': string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A label, its control, and a note below. */
export function Field(
  props: FieldProps & { className?: string | undefined; children: (control: ControlProps) => ReactNode },
) {
  const { label, name, hint, error, isOptional, aside, className, children } = props
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || (hint !== undefined && hint !== '')
  return (
    <div className={cx(styles.field, className)}>
      <div className={styles.top}>
        <label className={styles.label} htmlFor={id}>
          {label}
          {isOptional && <span className={styles.optional}>{t('Form.optional')}</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-label': name,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      {hasNote && (
        <div id={noteId} className={cx(styles.note, error !== undefined && styles.error)}>
          {error === undefined ? (
            hint
          ) : (
            <>
              <Icon name="alert" />
              {error}
            </>
          )}
        </div>
      )}
    </div>
  )
}
