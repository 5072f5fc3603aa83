// Transactions signed earlier, in another page or dialog; loaded with the first of them.
export const resumed = {
  Resumed: {
    mined: 'A transaction you signed earlier has executed',
    replaced: 'A transaction you signed earlier was replaced by another and did not execute',
    refused: 'The ledger refused a transaction you signed earlier: nothing moved',
    taken_back: 'The ledger took back one of your transactions. It is being sent again: do not repeat it',
    mined_again: 'The transaction that the ledger took back has executed again',
    replaced_after: 'The ledger took back one of your transactions and executed another in its place',
    refused_after: 'The ledger took back one of your transactions, then refused it: nothing moved',
    failed: 'Your earlier transactions could not be checked yet: do not repeat them',
    open: 'Open the transfer',
    did_create: 'Creation · {{title}}',
    did_confirm: 'Confirmation · {{title}}',
    did_report: 'Payment reported · {{title}}',
    did_cancel: 'Cancellation · {{title}}',
    following:
      'Signed, but not yet confirmed by the ledger. It is being sent again automatically: do not repeat it.',
    unknown: 'Still not confirmed by the ledger. Reload the page to check again: do not repeat it.',
  },
} as const
