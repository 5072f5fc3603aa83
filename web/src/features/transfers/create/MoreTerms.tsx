import { moreTerms } from '../../../messages/en/forms/moreTerms.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { TextField } from '../../../ui/field/TextField.tsx'
import { changedMore, emptyMore, type MoreDraft } from './moreTerms.ts'
import type { TransferFieldsProps } from './transferDraft.ts'

addMessages(moreTerms)

/** The optional terms of a transfer, below its other fields. */
export default function MoreTerms({ draft, errors, isDisabled, onChange }: TransferFieldsProps) {
  const { reference } = draft.more ?? emptyMore
  const change = (part: Partial<MoreDraft>) => onChange({ more: changedMore(draft.more, part) })
  return (
    <TextField
      label={t('MoreTerms.reference')}
      hint={t('MoreTerms.reference_hint')}
      isOptional
      value={reference}
      error={errors.more?.reference}
      disabled={isDisabled}
      onChange={(text) => change({ reference: text })}
    />
  )
}
