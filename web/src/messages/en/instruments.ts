// The Instruments screen, and the registry states; loaded with it.
export const instruments = {
  InstrumentType: { NONE: '', BOND: 'Bond', FUND: 'Fund', PRIVATE: 'Private' },
  RegistryState: {
    NONE: 'None',
    REGISTERED: 'Active',
    DEREGISTERED: 'Deregistered',
    SUSPENDED: 'Suspended',
    IMPORTING: 'Importing',
    EXPORTING: 'Exporting',
  },
  Instruments: {
    title: 'Instruments',
    one: 'Instrument',
    identifier: 'Identifier',
    label: 'Label',
    type: 'Type',
    issue_size: 'Total Minted Volume',
    suspension_state: 'Suspension state',
    description: 'Description',
    failure: 'The instruments could not be loaded',
    empty: 'No instruments found for this custodian.',
    empty_text: 'Instruments appear here once {{custodian}} keeps a registry for them.',
  },
} as const
