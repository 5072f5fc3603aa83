// What the palette and the list of keys say; fetched with the first of them.
export const palette = {
  Palette: {
    title: 'Go to',
    type: 'Type a word of what you want',
    none: 'No result',
    waiting: 'Transactions that wait for you',
    create_mint: '{{custodianName}} - Create Mint Request',
    create_burn: '{{custodianName}} - Create Burn Request',
    style: 'Style: {{style}}',
    keys: 'Keys',
  },
  Keys: {
    holdings: 'Holdings',
    transactions: 'Transactions',
    custodians: 'Custodians',
    create: 'Create a transfer',
    search: 'Search the table',
    rows: 'From row to row',
    cells: 'From cell to cell of a row',
    open: 'Open the row',
    mark: 'Select the row; with Shift all from the one before',
    mark_all: 'Select all rows of the page',
    width: 'On a column’s header: narrower or wider',
    order: 'On a column’s header: to the left or right',
    back: 'Back, or close',
    keys: 'This list',
  },
} as const
