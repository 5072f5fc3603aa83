// The cards below the table of custodians; loaded after it.
export const custodianCards = {
  CustodianCards: {
    holdings: '{{count}} holdings',
    holdings_one: '1 holding',
    accounts: '{{count}} accounts',
    accounts_one: '1 account',
    mints: '{{count}} pending mint requests',
    mints_one: '1 pending mint request',
    burns: '{{count}} pending burn requests',
    burns_one: '1 pending burn request',
    failure: 'Some of these figures could not be loaded.',
    none: 'You hold nothing with this custodian.',
  },
} as const
