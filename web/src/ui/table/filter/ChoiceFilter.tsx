import { useId, useState } from 'react'
import { includesText } from '../../../lib/table/filterValue.ts'
import { t } from '../../../messages/t.ts'
import { CheckboxField } from '../../field/CheckboxField.tsx'
import box from '../../field/Field.module.css'
import { Icon } from '../../icon/Icon.tsx'
import type { FilterEditorProps } from '../../../lib/table/Column.ts'
import styles from './FilterPopup.module.css'

type Props = FilterEditorProps & {
  options: readonly { value: string; label: string }[]
  isSingle?: boolean | undefined
}

const toggled = (values: readonly string[], value: string, isSingle: boolean | undefined) => {
  if (values.includes(value)) return values.filter((one) => one !== value)
  return isSingle ? [value] : [...values, value]
}

/** Buttons side by side, for a few choices in one line of many. */
export function ChoiceFilter({ label, options, isSingle, values, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className={styles.part} aria-labelledby={id}>
      <legend id={id} className={styles.caption}>
        {label}
      </legend>
      <div className={styles.options}>
        {options.map((option) => {
          const isOn = values.includes(option.value)
          return (
            <button
              key={option.value}
              type="button"
              className={styles.option}
              aria-pressed={isOn}
              onClick={() => onChange(toggled(values, option.value, isSingle))}
            >
              {isOn && <Icon name="check" />}
              {option.label}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

/** A longer list can be searched. */
const FEW = 7

/** A list of the known values to check, with a search where there are many. */
export function ListFilter({ label, options, isSingle, values, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const shown = options.filter((option) => includesText(option.label, typed.trim().toLowerCase()))
  return (
    <fieldset className={styles.part} aria-label={label}>
      {options.length > FEW && (
        <div className={box.box} data-size="small">
          <Icon name="search" />
          <input
            className={box.input}
            aria-label={t('Table.search', { name: label.toLowerCase() })}
            placeholder={t('Table.search', { name: label.toLowerCase() })}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      )}
      <div className={styles.list}>
        {shown.map((option) => (
          <CheckboxField
            key={option.value}
            label={option.label}
            isOn={values.includes(option.value)}
            onChange={() => onChange(toggled(values, option.value, isSingle))}
          />
        ))}
        {shown.length === 0 && <p className={styles.note}>{t('Table.nothing_found')}</p>}
      </div>
    </fieldset>
  )
}
