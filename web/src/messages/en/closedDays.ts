// Days that are not business days; loaded with the first one chosen.
export const closedDays = {
  ClosedDay: {
    note: '{{day}} is not a business day ({{why}}).',
    use: 'Use {{day}}',
    failure: 'Your {{currency}} calendar could not be loaded: only weekends are known.',
  },
} as const
