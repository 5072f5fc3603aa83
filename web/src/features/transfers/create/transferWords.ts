import type { TransferKind } from './TransferDraft.ts'

/** What is said of each kind: its dialog's title, and how it went. */
const WORDS = {
  FOP: {
    title: 'TransferForm.title_FOP',
    sending: 'TransferForm.sending_FOP',
    success: 'TransferForm.success_FOP',
    failure: 'TransferForm.failure_FOP',
  },
  REPO: {
    title: 'TransferForm.title_REPO',
    sending: 'TransferForm.sending_REPO',
    success: 'TransferForm.success_REPO',
    failure: 'TransferForm.failure_REPO',
  },
  SEC_LEND: {
    title: 'TransferForm.title_SEC_LEND',
    sending: 'TransferForm.sending_SEC_LEND',
    success: 'TransferForm.success_SEC_LEND',
    failure: 'TransferForm.failure_SEC_LEND',
  },
} as const

export const transferWords = (kind: TransferKind | null) => WORDS[kind ?? 'FOP']
