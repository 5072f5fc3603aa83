// The panel of one account.
export const accountPanel = {
  AccountPanel: {
    title: 'Account {{number}}',
    unknown: 'Account not found',
    unknown_text:
      'This link does not point to an account of yours with this custodian. It may be incomplete.',
    name: 'Account name',
    category: 'Category',
    internal_identifier: 'Internal identifier',
    custodian: 'Custodian',
    holdings: 'Holdings',
    no_holdings: 'This account has no holdings.',
    receipts: 'Pending receipts',
    no_receipts: 'No transfer is pending into this account.',
    available: 'available {{quantity}}',
  },
} as const
