// The panels beside the tables: what they share. Loaded with the first of them.
export const panels = {
  Timeline: {
    done: 'Done',
    now: 'Due now',
    next: 'Next',
    stopped: 'Stopped',
    proof: '{{when}}: show block and transaction',
  },
  Panel: {
    copy: 'Copy {{value}}',
    copied: 'Copied',
    failure: 'The details could not be loaded',
    transfer: '{{type}} · {{counterparty}}',
    quantity: 'Quantity',
    earmarked: 'Earmarked',
    available: 'Available',
  },
} as const
