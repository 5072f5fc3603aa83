import type { TransferKind } from '@connex/protocol'
import { todayUtc } from '../../../lib/format.ts'
import { moreTerms } from '../../../messages/en/forms/moreTerms.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { TextField } from '../../../ui/field/TextField.tsx'
import { LoanFields } from './LoanFields.tsx'
import { MarginFields } from './MarginFields.tsx'
import styles from './MoreTerms.module.css'
import {
  changedMore,
  emptyMore,
  loanStart,
  marginKindOf,
  type MoreDraft,
  type MoreErrors,
} from './moreTerms.ts'

addMessages(moreTerms)

type Props = {
  draft: { kind: TransferKind | null; more: MoreDraft | null; valueDate: string }
  errors: { more?: MoreErrors }
  isDisabled: boolean
  onChange: (part: { more: MoreDraft | null }) => void
}

/** The optional terms of a transfer, below its other fields. */
export default function MoreTerms({ draft, errors, isDisabled, onChange }: Props) {
  const more = draft.more ?? emptyMore
  const kind = marginKindOf(draft.kind)
  const change = (part: Partial<MoreDraft>) => onChange({ more: changedMore(draft.more, part) })
  const shared = { more, errors: errors.more ?? {}, isDisabled, onChange: change }
  return (
    <div className={styles.form}>
      <TextField
        label={t('MoreTerms.reference')}
        hint={t('MoreTerms.reference_hint')}
        isOptional
        value={more.reference}
        error={errors.more?.reference}
        disabled={isDisabled}
        onChange={(reference) => change({ reference })}
      />
      {kind === 'SEC_LEND' && (
        <LoanFields {...shared} start={loanStart({ valueDate: draft.valueDate, today: todayUtc() })} />
      )}
      {kind && <MarginFields kind={kind} {...shared} />}
    </div>
  )
}
