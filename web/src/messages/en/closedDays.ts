// Days on which TARGET is closed; loaded with the first one chosen.
export const closedDays = {
  ClosedDay: {
    note: '{{day}} is not a business day ({{why}}).',
    use: 'Use {{day}}',
    weekend: 'Weekend',
    newYear: 'New Year’s Day',
    goodFriday: 'Good Friday',
    easterMonday: 'Easter Monday',
    laborDay: 'Labor Day',
    christmas: 'Christmas Day',
    christmasHoliday: '26 December',
  },
} as const
