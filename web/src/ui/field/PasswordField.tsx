import { useState, type Ref } from 'react'
import { t } from '../../messages/t.ts'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'
import own from './PasswordField.module.css'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** Cannot be changed, but keeps its focus. */
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A password that can be shown. */
export function PasswordField({ label, hint, error, value, onChange, readOnly, ref }: Props) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div
          className={styles.box}
          data-invalid={error === undefined ? undefined : ''}
          data-disabled={readOnly ? '' : undefined}
        >
          <input
            {...control}
            ref={ref}
            type={isShown ? 'text' : 'password'}
            className={styles.input}
            value={value}
            readOnly={readOnly}
            autoComplete="current-password"
            autoCapitalize="off"
            spellCheck={false}
            aria-required
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <button
            type="button"
            className={own.show}
            aria-controls={control.id}
            disabled={readOnly}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? t('Form.hide') : t('Form.show')}
            <span className={own.what}> {label}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
