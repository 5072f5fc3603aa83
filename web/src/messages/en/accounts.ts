// The Accounts screen; loaded with it.
export const accounts = {
  Accounts: {
    title: 'Accounts',
    one: 'Account',
    account_number: 'Account number',
    account_name: 'Account name',
    category: 'Category',
    internal_identifier: 'Internal identifier',
    failure: 'The accounts could not be loaded',
    empty: 'No accounts yet',
    empty_text: 'Accounts appear here once {{custodian}} opens one for you.',
  },
} as const
