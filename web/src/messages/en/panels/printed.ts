// A transfer on paper; loaded with the first panel of one.
export const printed = {
  Printed: {
    confirmation: 'Print confirmation',
    terms: 'Print terms',
    title: 'Confirmation: {{type}} of {{tenant}} with {{counterparty}}',
    title_pending: 'Terms: {{type}} of {{tenant}} with {{counterparty}}',
    settled: 'Settled on {{when}}.',
    canceled: 'Canceled on {{when}}. It did not settle.',
    pending: 'Not settled when this was printed.',
    leg: 'Leg {{number}}: {{sender}} delivers',
    cash: 'Leg {{number}}: {{sender}} pays',
    between: 'from {{from}} to {{receiver}}, {{into}}',
    account: 'account {{account}}',
    no_account: 'account not chosen yet',
    outside: 'to {{receiver}}, outside the ledger',
    unknown_cash: 'an amount that is not known here',
    steps: 'Steps',
    transaction: 'Settlement transaction',
    end_transaction: 'Cancellation transaction',
    opening: 'Delivery id of the opening',
    fingerprint: 'Fingerprint of the terms',
    footer:
      'Printed by {{person}} of {{tenant}} on {{when}}, from {{origin}}. The ledger records this transfer under its delivery id. The fingerprint is that of the private terms, which are not on the ledger.',
  },
} as const
