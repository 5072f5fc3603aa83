import { Select } from '@base-ui/react/select'
import { use } from 'react'
import { cx } from '../../lib/dom.ts'
import { OverlayHome } from '../dialog/Dialog.tsx'
import { Icon } from '../icon/Icon.tsx'
import styles from './Field.module.css'
import { Field } from './Field.tsx'
import type { FieldProps } from './Field.tsx'
import list from './OptionList.module.css'

/** A choice in a list, with a note that helps to choose. `name`: beside the label of the closed field, where there is room. */
export type Option = { value: string; label: string; note?: string; name?: string; isMono?: boolean }

type Props = FieldProps & {
  value: string | null
  onChange: (value: string) => void
  options: readonly Option[]
  placeholder?: string
  disabled?: boolean
}

/** One of a few options. */
export function SelectField({ value, onChange, options, placeholder, disabled, ...field }: Props) {
  const home = use(OverlayHome)
  const chosen = options.find((option) => option.value === value)
  return (
    <Field {...field}>
      {(control) => (
        <Select.Root
          value={value}
          disabled={disabled}
          modal={false}
          onValueChange={(next) => next !== null && onChange(next)}
        >
          <Select.Trigger
            {...control}
            className={cx(styles.box, list.trigger)}
            data-invalid={field.error === undefined ? undefined : ''}
          >
            <span className={cx(styles.input, list.value)} data-mono={chosen?.isMono || undefined}>
              {chosen === undefined ? (
                <span className={list.placeholder}>{placeholder}</span>
              ) : (
                <>
                  <span className={list.label}>{chosen.label}</span>{' '}
                  {chosen.name !== undefined && <span>({chosen.name})</span>}
                </>
              )}
            </span>
            <Icon name="chevron-down" />
          </Select.Trigger>
          <Select.Portal container={home}>
            <Select.Positioner
              positionMethod="fixed"
              className={list.place}
              align="start"
              sideOffset={6}
              collisionPadding={8}
              alignItemWithTrigger={false}
            >
              <Select.Popup className={list.popup}>
                <Select.List>
                  {options.map((option) => (
                    <Select.Item key={option.value} value={option.value} className={list.option}>
                      <Select.ItemText className={list.text} data-mono={option.isMono || undefined}>
                        {option.label}
                      </Select.ItemText>
                      {option.note !== undefined && <span className={list.note}>{option.note}</span>}
                      <Select.ItemIndicator className={list.mark}>
                        <Icon name="check" />
                      </Select.ItemIndicator>
                    </Select.Item>
                  ))}
                </Select.List>
              </Select.Popup>
            </Select.Positioner>
          </Select.Portal>
        </Select.Root>
      )}
    </Field>
  )
}
