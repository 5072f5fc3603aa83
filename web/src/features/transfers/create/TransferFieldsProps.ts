import type { TransferErrors } from './checkTransfer.ts'
import type { TransferDraft } from './TransferDraft.ts'

/** What every part of the form is given. */
export type TransferFieldsProps = {
  draft: TransferDraft
  errors: TransferErrors
  isDisabled: boolean
  onChange: (part: Partial<TransferDraft>) => void
}
