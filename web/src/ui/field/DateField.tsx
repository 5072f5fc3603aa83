import { DayInput } from './DayInput.tsx'
import { Field, type FieldProps } from './Field.tsx'

type Props = FieldProps & { value: string; onChange: (value: string) => void; disabled?: boolean | undefined }

/** A calendar day as 'YYYY-MM-DD'; what is no day comes as it was typed, so that the form can say so. */
export function DateField({ label, hint, error, isOptional, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => <DayInput {...input} {...control} aria-required={isOptional ? undefined : true} />}
    </Field>
  )
}
