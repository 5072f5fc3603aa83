// The desk's numbers above the table of custodians.
export const deskBand = {
  DeskBand: {
    desk: 'Your desk',
    failure: 'The transfers waiting for you could not be loaded.',
    yours: 'Your turn',
    due: 'Due today',
    counterparty: 'With counterparties',
    custodian: 'With custodians',
  },
} as const
