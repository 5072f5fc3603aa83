// The moment that a table or a panel shows; loaded with the first of them that can show a past one.
export const asOf = {
  AsOf: {
    now: 'As of now',
    day: 'As of {{day}}',
    day_end: 'As of {{day}}, end of day UTC',
  },
} as const
