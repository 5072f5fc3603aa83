import { QUANTITY_OPERATORS, TEXT_OPERATORS } from '@connex/protocol'
import { useId, useRef, useState } from 'react'
import { tableTools } from '../../messages/en/tableTools.ts'
import { addMessages, t } from '../../messages/t.ts'
import type { FilterField } from '../../lib/table/Column.ts'
import { splitFilter, type QuantityOperator } from '../../lib/table/filterValue.ts'
import { isDay } from '../../lib/format.ts'
import { withFirstPage, withFilter, type TableState } from '../../lib/table/TableState.ts'
import { Button } from '../button/Button.tsx'
import { DayInput } from '../field/DayInput.tsx'
import { NativeSelect } from '../field/NativeSelect.tsx'
import box from '../field/Field.module.css'
import { Icon } from '../icon/Icon.tsx'
import { ToolPopup, type ToolPopupProps } from './ToolPopup.tsx'
import styles from './FilterPopup.module.css'

addMessages(tableTools)

type Props = ToolPopupProps & {
  fields: readonly FilterField[]
  state: TableState
  onStateChange: (next: TableState) => void
}

/**
 * Every column with a filter, each with its editor. A choice takes effect at once; typed text a moment after the last key,
 * and on blur.
 */
export default function FilterPopup({ anchor, fields, state, onStateChange, onClose }: Props) {
  return (
    <ToolPopup
      anchor={anchor}
      onClose={onClose}
      title={t('Table.filter')}
      aside={
        <Button
          variant="quiet"
          size="small"
          onClick={() => onStateChange(withFirstPage(state, { filters: {} }))}
        >
          {t('Table.clear_filters')}
        </Button>
      }
    >
      {fields.map((field) => (
        <FilterEditor
          key={field.id}
          field={field}
          values={state.filters[field.id] ?? []}
          onChange={(values) => onStateChange(withFilter(state, field.id, values))}
        />
      ))}
    </ToolPopup>
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
  const Editor = EDITORS[field.kind]
  return <Editor label={field.label} values={values} onChange={onChange} />
}

/** A first and a last day, both included. */
function DayFilter({ label, values, onChange }: PartProps) {
  const id = useId()
  const boundOf = (operator: QuantityOperator) =>
    values.map(splitFilter).find((one) => one.operator === operator)?.text ?? ''
  const apply = (operator: QuantityOperator, day: string) => {
    const others = values.filter((value) => splitFilter(value).operator !== operator)
    if (day === '' || isDay(day)) onChange(day === '' ? others : [...others, `${operator}:${day}`])
  }
  return (
    <div role="group" aria-label={label} className={styles.part}>
      <span className={styles.caption} aria-hidden>
        {label}
      </span>
      {QUANTITY_OPERATORS.map((operator) => (
        <div key={operator} className={styles.day}>
          <label htmlFor={`${id}-${operator}`}>{t(`Table.day_${operator}`)}</label>
          <DayInput
            id={`${id}-${operator}`}
            size="small"
            value={boundOf(operator)}
            onChange={(day) => apply(operator, day)}
          />
        </div>
      ))}
    </div>
  )
}

const EDITORS = { text: TextFilter, quantity: QuantityFilter, day: DayFilter }

type PartProps = Omit<EditorProps, 'field'> & { label: string }

const OPERATORS = TEXT_OPERATORS.map((value) => ({ value, label: t(`Table.operator_${value}`) }))

function TextFilter({ label, values: [value = ''], onChange }: PartProps) {
  const { operator, text } = splitFilter(value)
  const apply = (next: string, typed: string) => {
    const wanted = typed.trim() === '' ? [] : [`${next}:${typed.trim()}`]
    if (wanted[0] !== (value === '' ? undefined : value)) onChange(wanted)
  }
  const [unused, setUnused] = useState<string>(operator)
  const chosen = text === '' ? unused : operator
  return (
    <div role="group" aria-label={label} className={styles.part}>
      <span className={styles.caption} aria-hidden>
        {label}
      </span>
      <div className={styles.pair}>
        <NativeSelect
          label={t('Table.operator_of', { name: label })}
          isLabelHidden
          value={chosen}
          options={OPERATORS}
          onChange={(next) => {
            setUnused(next)
            if (text !== '') apply(next, text)
          }}
        />
        <TypedInput label={label} value={text} onApply={(typed) => apply(chosen, typed)} />
      </div>
    </div>
  )
}

/** A quantity as in a form: thousands may be grouped. */
const QUANTITY = "\\s*[0-9][0-9, '’]*([.][0-9]+)?\\s*"

/** A least and a greatest quantity, both included. */
function QuantityFilter({ label, values, onChange }: PartProps) {
  const noteId = useId()
  const boundOf = (operator: QuantityOperator) =>
    values.map(splitFilter).find((one) => one.operator === operator)?.text ?? ''
  const apply = (operator: QuantityOperator, typed: string) => {
    const text = typed.replace(/[\s,'’]/g, '')
    const others = values.filter((value) => splitFilter(value).operator !== operator)
    if (text !== boundOf(operator)) onChange(text === '' ? others : [...others, `${operator}:${text}`])
  }
  return (
    <div role="group" aria-label={label} className={styles.part}>
      <span className={styles.caption} aria-hidden>
        {label}
      </span>
      <div className={styles.pair}>
        {QUANTITY_OPERATORS.map((operator) => (
          <TypedInput
            key={operator}
            label={t(`Table.operator_${operator}`)}
            placeholder={t(`Table.operator_${operator}`)}
            pattern={QUANTITY}
            noteId={noteId}
            value={boundOf(operator)}
            onApply={(typed) => apply(operator, typed)}
          />
        ))}
      </div>
      <span id={noteId} className={styles.wrong}>
        {t('Table.quantity_format')}
      </span>
    </div>
  )
}

type TypedProps = {
  label: string
  value: string
  placeholder?: string
  /** Text that does not match stays in the field and is not applied. */
  pattern?: string
  /** The id of the note that says so. */
  noteId?: string
  onApply: (typed: string) => void
}

const PAUSE_MS = 400

function TypedInput({ label, value, placeholder, pattern, noteId, onApply }: TypedProps) {
  // While the user types, the field shows the draft; after that, the table's filter.
  const [draft, setDraft] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const apply = (input: HTMLInputElement) => {
    clearTimeout(timer.current)
    if (input.checkValidity()) onApply(input.value)
  }
  return (
    <div className={box.box} data-size="small">
      <input
        className={box.input}
        aria-label={label}
        value={draft ?? value}
        placeholder={placeholder}
        pattern={pattern}
        aria-describedby={noteId}
        autoComplete="off"
        onChange={({ currentTarget: input }) => {
          setDraft(input.value)
          clearTimeout(timer.current)
          // The timer outlives the popup, so that text typed right before closing is applied too.
          timer.current = setTimeout(() => apply(input), PAUSE_MS)
        }}
        onBlur={({ currentTarget: input }) => {
          if (draft === undefined) return
          apply(input)
          if (input.checkValidity()) setDraft(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(event.currentTarget)
        }}
      />
    </div>
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
