// What is said of a transaction that was signed before, in another page or dialog; fetched with the first of them.
export const resumed = {
  Resumed: {
    mined: 'A transaction that you had signed before is done',
    replaced: 'A transaction that you had signed before was not made: another one came first',
    refused: 'A transaction that you had signed before was refused',
    failed: 'What you had signed before could not be looked at yet',
    open: 'Open the transfer',
    did_create: 'Creation · {{title}}',
    did_confirm: 'Confirmation · {{title}}',
    did_report: 'Payment reported · {{title}}',
    did_cancel: 'Cancellation · {{title}}',
    following:
      'Signed, but we could not confirm that the ledger received it. It is published again automatically: do not repeat it.',
    unknown:
      'We still could not confirm that the ledger received it. Reload the page to check again: do not repeat it.',
  },
} as const
