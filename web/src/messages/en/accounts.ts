// What is said beside the table of accounts; fetched with it.
export const accounts = {
  Accounts: {
    title: 'Accounts',
    account_number: 'Account number',
    account_name: 'Account name',
    category: 'Category',
    internal_identifier: 'Internal identifier',
    failure: 'The accounts could not be loaded',
    empty: 'No account yet',
    empty_text: '{{custodian}} opens accounts for your tenant on the ledger; they then appear here.',
  },
} as const
