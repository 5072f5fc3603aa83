import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../../lib/dom.ts'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'

export type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'className' | 'id' | 'name'> & {
    value: string
    onChange: (value: string) => void
    /** After the text: a unit, a limit, a button. */
    suffix?: ReactNode
    look?: 'mono' | 'figures' | undefined
    ref?: Ref<HTMLInputElement>
  }

export function TextField(props: TextFieldProps) {
  const { label, name, hint, error, isOptional, aside, value, onChange, suffix, look, ...input } = props
  return (
    <Field label={label} name={name} hint={hint} error={error} isOptional={isOptional} aside={aside}>
      {(control) => (
        <div
          className={styles.box}
          data-invalid={error === undefined ? undefined : ''}
          data-disabled={input.disabled ? '' : undefined}
        >
          <input
            type="text"
            autoComplete="off"
            {...input}
            {...control}
            className={cx(styles.input, look && styles[look])}
            value={value}
            aria-required={isOptional ? undefined : true}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
        </div>
      )}
    </Field>
  )
}
