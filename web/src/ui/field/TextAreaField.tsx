import type { TextareaHTMLAttributes } from 'react'
import { cx } from '../../lib/dom.ts'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'

type Props = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'className' | 'id' | 'name'> & {
    value: string
    onChange: (value: string) => void
    /** One line, which grows with its text. */
    isLine?: boolean
  }

export function TextAreaField(props: Props) {
  const { label, name, hint, error, isOptional, aside, value, isLine, onChange, ...input } = props
  return (
    <Field label={label} name={name} hint={hint} error={error} isOptional={isOptional} aside={aside}>
      {(control) => (
        <div
          className={styles.box}
          data-invalid={error === undefined ? undefined : ''}
          data-disabled={input.disabled ? '' : undefined}
        >
          <textarea
            rows={isLine ? 1 : 2}
            {...input}
            {...control}
            className={cx(styles.input, isLine && styles.line)}
            value={value}
            aria-required={isOptional ? undefined : true}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  )
}
