import { midnightOf } from '../../lib/format.ts'
import { t } from '../../messages/t.ts'
import { DayInput } from './DayInput.tsx'
import { Field, type FieldProps } from './Field.tsx'

type Props = FieldProps & { value: string; onChange: (value: string) => void; disabled?: boolean | undefined }

/** A calendar day as 'YYYY-MM-DD'. Invalid text is passed on as typed, so that the form can report it. */
export function DateField({ label, name, hint, error, isOptional, aside, ...input }: Props) {
  const years = yearsAway(input.value)
  return (
    <Field
      label={label}
      name={name}
      aside={aside}
      hint={years >= 2 ? t('Form.years_away', { years }) : hint}
      error={error}
      isOptional={isOptional}
    >
      {(control) => <DayInput {...input} {...control} aria-required={isOptional ? undefined : true} />}
    </Field>
  )
}

const YEAR = 365.25 * 24 * 60 * 60

/** Whole years from now, which shows that 2062 was typed for 2026; NaN for a text that is not a day. */
const yearsAway = (isoDay: string): number => Math.floor((midnightOf(isoDay) - Date.now() / 1000) / YEAR)
