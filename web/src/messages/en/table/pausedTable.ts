// What a table shows while it waits for a connection; loaded with the tables that the server pages.
export const pausedTable = {
  Table: {
    offline: 'You are offline',
    offline_consequence: 'Nothing was changed.',
    offline_advice: 'The table loads once the connection is back.',
  },
} as const
