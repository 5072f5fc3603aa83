import { Combobox } from '@base-ui/react/combobox'
import { SEARCH_MINIMUM } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import { use, useState } from 'react'
import { cx } from '../../lib/dom.ts'
import { Icon } from '../icon/Icon.tsx'
import { OverlayHome } from '../dialog/Dialog.tsx'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'
import list from './OptionList.module.css'
import type { Option } from './SelectField.tsx'

type Props = FieldProps & {
  value: string | null
  onChange: (value: string | null) => void
  options: readonly Option[]
  placeholder?: string
  /** Shown in an empty list. */
  empty?: string
  disabled?: boolean
}

/** One of many options, found by typing part of its label or note. */
export function ComboboxField({ value, onChange, options, placeholder, empty, disabled, ...field }: Props) {
  const chosen = options.find((option) => option.value === value) ?? null
  const [typed, setTyped] = useState('')
  // A user who types a name and presses Tab means the only match.
  const takeTyped = (text: string) => {
    if (!isLongEnough(text)) return
    const [only, ...others] = options.filter((option) => matches(option, text))
    if (only !== undefined && others.length === 0 && only.value !== value) onChange(only.value)
  }
  return (
    <Field {...field}>
      {(control) => (
        <Combobox.Root
          items={options}
          value={chosen}
          disabled={disabled}
          // An unfiltered list has no first match for Enter.
          autoHighlight={isLongEnough(typed)}
          onInputValueChange={setTyped}
          isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
          filter={(option: Option, query: string) => matches(option, query)}
          onValueChange={(next: Option | null) => onChange(next?.value ?? null)}
        >
          <Combobox.InputGroup
            className={styles.box}
            data-invalid={field.error === undefined ? undefined : ''}
            data-disabled={disabled ? '' : undefined}
          >
            <Combobox.Input
              {...control}
              onBlur={({ currentTarget }) => takeTyped(currentTarget.value)}
              // While the list is open, everything else is hidden from screen readers, including the label.
              aria-label={field.name ?? field.label}
              className={cx(styles.input, chosen?.isMono && styles.mono)}
              placeholder={placeholder}
              aria-required={field.isOptional ? undefined : true}
            />
            <Combobox.Trigger
              className={list.open}
              aria-label={t('Form.open_list', { label: field.name ?? field.label })}
            >
              <Icon name="chevron-down" />
            </Combobox.Trigger>
          </Combobox.InputGroup>
          <Options typed={typed} empty={empty} />
        </Combobox.Root>
      )}
    </Field>
  )
}

/** The list below the input: what matches, or why it is empty. */
function Options({ typed, empty }: { typed: string; empty: string | undefined }) {
  const home = use(OverlayHome)
  return (
    <Combobox.Portal container={home}>
      <Combobox.Positioner
        positionMethod="fixed"
        className={list.place}
        align="start"
        sideOffset={6}
        collisionPadding={8}
      >
        <Combobox.Popup className={list.popup}>
          {typed.trim() !== '' && !isLongEnough(typed) && (
            <div className={list.empty} role="status">
              {t('Table.search_minimum', { minimum: SEARCH_MINIMUM })}
            </div>
          )}
          <Combobox.Empty className={list.empty}>{empty ?? t('Form.no_match')}</Combobox.Empty>
          <Combobox.List>
            {(option: Option) => (
              <Combobox.Item key={option.value} value={option} className={list.option}>
                <span className={list.text} data-mono={option.isMono || undefined}>
                  {option.label}
                </span>
                {option.note !== undefined && <span className={list.note}>{option.note}</span>}
                <Combobox.ItemIndicator className={list.mark}>
                  <Icon name="check" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

/** Searches start at their third character, here as everywhere. */
const isLongEnough = (query: string): boolean => query.trim().length >= SEARCH_MINIMUM

const matches = (option: Option, query: string): boolean =>
  !isLongEnough(query) ||
  `${option.label} ${option.note ?? ''}`.toLowerCase().includes(query.trim().toLowerCase())
