import { MARGIN_METHODS, SubstitutionRight, type MarginKind } from '@connex/protocol/deals'
import { t } from '../../../messages/t.ts'
import { DecimalField } from '../../../ui/field/QuantityField.tsx'
import { SelectField, type Option } from '../../../ui/field/SelectField.tsx'
import { MARGIN_FIELDS, methodOf, type MoreDraft, type MoreErrors } from './moreTerms.ts'
import styles from './MoreTerms.module.css'

export type MoreFieldsProps = {
  more: MoreDraft
  errors: MoreErrors
  isDisabled: boolean
  onChange: (part: Partial<MoreDraft>) => void
}

/** A choice between nothing and the options. */
export const withNone = (options: readonly Option[]): Option[] => [
  { value: '', label: t('MoreTerms.not_agreed') },
  ...options,
]

/** How a repo or a loan is secured, and whether the collateral may be exchanged. */
export function MarginFields({
  kind,
  more,
  errors,
  isDisabled,
  onChange,
}: MoreFieldsProps & { kind: MarginKind }) {
  const method = methodOf(kind, more)
  const figures = method === undefined ? [] : MARGIN_FIELDS[method]
  const labels = {
    marginRatio: t('MoreTerms.margin_ratio'),
    haircut: t(kind === 'REPO' ? 'MoreTerms.haircut' : 'MoreTerms.haircut_collateral'),
  }
  return (
    <>
      <div className={styles.row}>
        <SelectField
          label={t('MoreTerms.margin')}
          value={method ?? ''}
          options={withNone(
            MARGIN_METHODS[kind].map((value) => ({ value, label: t(`MoreTerms.method_${value}`) })),
          )}
          error={errors.marginMethod}
          disabled={isDisabled}
          onChange={(value) => onChange({ marginMethod: value as MoreDraft['marginMethod'] })}
        />
        <SelectField
          label={t('MoreTerms.substitution')}
          value={more.substitution}
          options={withNone(
            SubstitutionRight.options.map((value) => ({
              value,
              label: t(`MoreTerms.substitution_${value}`),
            })),
          )}
          error={errors.substitution}
          disabled={isDisabled}
          onChange={(value) => onChange({ substitution: value as MoreDraft['substitution'] })}
        />
      </div>
      {figures.length > 0 && (
        <div className={styles.row}>
          {figures.map((name) => (
            <DecimalField
              key={name}
              label={labels[name]}
              suffix="%"
              // What is lent is covered by the ratio alone.
              isOptional={method === 'LOAN' && name === 'haircut'}
              value={more[name]}
              error={errors[name]}
              disabled={isDisabled}
              onChange={(text) => onChange({ [name]: text })}
            />
          ))}
        </div>
      )}
    </>
  )
}
