import type { TextareaHTMLAttributes } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'

type Props = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'className' | 'id'> & {
    value: string
    onChange: (value: string) => void
  }

export function TextAreaField({ label, hint, error, isOptional, value, onChange, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <div
          className={styles.box}
          data-invalid={error === undefined ? undefined : ''}
          data-disabled={input.disabled ? '' : undefined}
        >
          <textarea
            rows={2}
            {...input}
            {...control}
            className={styles.input}
            value={value}
            aria-required={isOptional ? undefined : true}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  )
}
