// What is said of a day on which TARGET is closed; fetched with the first one that is chosen.
export const closedDays = {
  ClosedDay: {
    note: '{{why}}: TARGET is closed, so no euro payment settles on this day.',
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
