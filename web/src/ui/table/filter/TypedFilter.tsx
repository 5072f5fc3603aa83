import { QUANTITY_OPERATORS, TEXT_OPERATORS } from '@connex/protocol'
import { useId, useRef, useState } from 'react'
import { splitFilter, type QuantityOperator } from '../../../lib/table/filterValue.ts'
import { t } from '../../../messages/t.ts'
import box from '../../field/Field.module.css'
import { NativeSelect } from '../../field/NativeSelect.tsx'
import type { FilterEditorProps } from '../../../lib/table/Column.ts'
import styles from './FilterPopup.module.css'

const OPERATORS = TEXT_OPERATORS.map((value) => ({ value, label: t(`Table.operator_${value}`) }))

/** A text and, small beside it, how a column's text is compared with it. */
export function TextFilter({ label, values: [value = ''], onChange }: FilterEditorProps) {
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
      <div className={styles.compared}>
        <TypedInput label={label} value={text} onApply={(typed) => apply(chosen, typed)} />
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
      </div>
    </div>
  )
}

/** A quantity as in a form: thousands may be grouped. */
const QUANTITY = "\\s*[0-9][0-9, '’]*([.][0-9]+)?\\s*"

/** A least and a greatest quantity, both included. */
export function QuantityFilter({ label, values, onChange }: FilterEditorProps) {
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
