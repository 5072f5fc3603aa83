// The palette and the keyboard shortcuts; loaded with the first of them.
export const palette = {
  Palette: {
    title: 'Go to',
    type: 'Search for a screen or an action',
    none: 'No results',
    waiting: 'Waiting for you',
    create_mint: '{{custodianName}} - Create Mint Request',
    create_burn: '{{custodianName}} - Create Burn Request',
    style: 'Style: {{style}}',
    keys: 'Keyboard shortcuts',
  },
  Keys: {
    holdings: 'Holdings',
    transactions: 'Transactions',
    custodians: 'Custodians',
    create: 'Create a transfer',
    search: 'Search the table',
    rows: 'Move between rows',
    cells: 'Move between cells',
    open: 'Open row',
    mark: 'Select row; Shift extends the selection',
    mark_all: 'Select all rows on the page',
    width: 'Resize column (header focused)',
    order: 'Move column (header focused)',
    back: 'Back, or close',
    keys: 'Show shortcuts',
  },
} as const
