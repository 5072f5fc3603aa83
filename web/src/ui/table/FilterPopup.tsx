import { Popover } from '@base-ui/react/popover'
import { useId, useState, type RefObject } from 'react'
import { t } from '../../messages/t.ts'
import type { FilterField } from '../../lib/table/Column.ts'
import { askAnew, withFilter, type TableState } from '../../lib/table/TableState.ts'
import { Button } from '../button/Button.tsx'
import { Field } from '../field/Field.tsx'
import box from '../field/Field.module.css'
import { Icon } from '../icon/Icon.tsx'
import styles from './FilterPopup.module.css'

type Props = {
  anchor: RefObject<HTMLElement | null>
  fields: readonly FilterField[]
  state: TableState
  onStateChange: (next: TableState) => void
  onClose: () => void
}

/** Every column that can be filtered by, each with what fits it. What is chosen takes effect at once. */
export default function FilterPopup({ anchor, fields, state, onStateChange, onClose }: Props) {
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={styles.place}
        >
          <Popover.Popup className={styles.popup} finalFocus={anchor}>
            <div className={styles.header}>
              <Popover.Title className={styles.title}>{t('Table.filter')}</Popover.Title>
              <Button
                variant="quiet"
                size="small"
                onClick={() => onStateChange(askAnew(state, { filters: {} }))}
              >
                {t('Table.clear_filters')}
              </Button>
            </div>
            {fields.map((field) => (
              <FilterEditor
                key={field.id}
                field={field}
                values={state.filters[field.id] ?? []}
                onChange={(values) => onStateChange(withFilter(state, field.id, values))}
              />
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

type EditorProps = {
  field: FilterField
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

function FilterEditor({ field, values, onChange }: EditorProps) {
  if (field.kind === 'choice')
    return <ChoiceFilter label={field.label} field={field} values={values} onChange={onChange} />
  const [value = ''] = values
  return (
    <TextFilter
      key={value}
      label={field.label}
      value={value}
      placeholder={field.placeholder}
      onChange={onChange}
    />
  )
}

function TextFilter(props: {
  label: string
  value: string
  placeholder: string | undefined
  onChange: (values: readonly string[]) => void
}) {
  const { label, value, placeholder, onChange } = props
  const [draft, setDraft] = useState(value)
  const apply = () => {
    const wanted = draft.trim()
    if (wanted !== value) onChange(wanted === '' ? [] : [wanted])
  }
  return (
    <Field label={label} className={styles.part}>
      {(control) => (
        <div className={box.box} data-size="small">
          <input
            {...control}
            className={box.input}
            value={draft}
            placeholder={placeholder}
            autoComplete="off"
            onChange={(event) => setDraft(event.currentTarget.value)}
            onBlur={apply}
            onKeyDown={(event) => {
              if (event.key === 'Enter') apply()
            }}
          />
        </div>
      )}
    </Field>
  )
}

function ChoiceFilter(
  props: Omit<EditorProps, 'field'> & { label: string; field: FilterField & { kind: 'choice' } },
) {
  const { label, field, values, onChange } = props
  const id = useId()
  const toggle = (value: string) => {
    if (values.includes(value)) onChange(values.filter((one) => one !== value))
    else onChange(field.isSingle ? [value] : [...values, value])
  }
  return (
    <fieldset className={styles.part} aria-labelledby={id}>
      <legend id={id} className={styles.caption}>
        {label}
      </legend>
      <div className={styles.options}>
        {field.options.map((option) => {
          const isOn = values.includes(option.value)
          return (
            <button
              key={option.value}
              type="button"
              className={styles.option}
              aria-pressed={isOn}
              onClick={() => toggle(option.value)}
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
