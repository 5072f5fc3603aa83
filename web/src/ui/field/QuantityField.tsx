import { t } from '../../messages/t.ts'
import { formatQuantity, parseQuantity, thousandthsOf } from '../../lib/format.ts'
import type { FieldProps } from './Field.tsx'
import styles from './Field.module.css'
import { TextField, type TextFieldProps } from './TextField.tsx'

type Props = FieldProps & {
  /** The text as typed: the form reads it with `parseQuantity`. */
  value: string
  onChange: (value: string) => void
  decimals: number
  /** The limit in smallest units, with a button that fills it in. */
  maximum?: bigint | undefined
  unit?: string
  disabled?: boolean
}

/** An exact quantity: grouped on blur, never rounded. */
export function QuantityField({ value, onChange, decimals, maximum, unit, disabled, ...field }: Props) {
  const reading = thousandthsOf(value, decimals)
  return (
    <TextField
      {...field}
      hint={reading === undefined ? field.hint : t('Form.thousandths', reading)}
      value={value}
      onChange={onChange}
      look="figures"
      inputMode="decimal"
      disabled={disabled}
      onBlur={() => {
        const { units } = parseQuantity(value, decimals)
        if (units !== undefined) onChange(formatQuantity(units, decimals))
      }}
      suffix={unit}
      aside={
        maximum !== undefined && (
          <MaximumButton text={formatQuantity(maximum, decimals)} onFill={onChange} disabled={disabled} />
        )
      }
    />
  )
}

/** A price or a percentage, as typed. */
export const DecimalField = (props: Omit<TextFieldProps, 'look' | 'inputMode'>) => (
  <TextField {...props} look="figures" inputMode="decimal" />
)

function MaximumButton(props: {
  text: string
  onFill: (value: string) => void
  disabled?: boolean | undefined
}) {
  const { text, onFill, disabled } = props
  return (
    <button
      type="button"
      className={styles.maximum}
      disabled={disabled}
      onClick={() => onFill(text)}
      title={t('Form.fill_maximum')}
    >
      {t('Form.maximum', { max: text })}
    </button>
  )
}
