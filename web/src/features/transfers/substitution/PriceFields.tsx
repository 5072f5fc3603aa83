import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { t } from '../../../messages/t.ts'
import styles from '../../../shared/substitution/Substitution.module.css'
import { DecimalField } from '../../../ui/field/QuantityField.tsx'
import type { PriceDraft, PriceDrafts, PriceErrors } from './priceDrafts.ts'

type PriceField = 'clean' | 'accrued'

type Props = {
  /** Tells the fields apart: a lot, or the number of a row. */
  name: string
  instrument: string | null
  prices: PriceDrafts
  errors: PriceErrors
  isDisabled: boolean
  /** The viewer may leave the price out. */
  isOptional?: boolean
  /** The labels: of a price that the viewer proposes, or of the viewer's own beside one that is proposed. */
  labels?: Readonly<Record<PriceField, string>>
  /** With what is typed alone: a price that is changed no longer comes from a file. */
  onChange: (instrument: string, price: PriceDraft) => void
  children?: ReactNode
}

/** The price of an instrument; wherever else it appears, it is the same. */
export function PriceFields(props: Props) {
  const { prices, errors, isDisabled, isOptional = false, onChange, name, instrument, children } = props
  const { labels = { clean: t('Substitution.price'), accrued: t('Substitution.accrued') } } = props
  const price = (instrument !== null && prices[instrument]) || { clean: '', accrued: '' }
  const own = (instrument !== null && errors[instrument]) || {}
  const field = (key: PriceField) => (
    <DecimalField
      label={labels[key]}
      name={`${labels[key]} ${name}`}
      isOptional={isOptional || key === 'accrued'}
      value={price[key]}
      error={own[key]}
      disabled={isDisabled || instrument === null}
      onChange={(text) =>
        instrument !== null &&
        onChange(instrument, { clean: price.clean, accrued: price.accrued, [key]: text })
      }
    />
  )
  return (
    <div className={styles.prices}>
      {field('clean')}
      {field('accrued')}
      {children}
    </div>
  )
}

const LoadedFile = lazy(() => importWithRetry(() => import('./PriceFile.tsx')))

export type PriceFileProps = ComponentProps<typeof LoadedFile>

/** Prices from a file in place of typed ones; what reads it is loaded after the form. */
export const PriceFile = (props: PriceFileProps) => (
  <Suspense fallback={null}>
    <LoadedFile {...props} />
  </Suspense>
)
