// The choice of a past moment; loaded when it is first opened.
export const asOfPopup = {
  AsOfPopup: {
    title: 'View a past date',
    clear: 'Now',
    day: 'As of',
    time: 'Time',
    time_format: 'HH:MM',
    end: 'Without a time: the end of the day, in UTC.',
    minute: 'At this time, in your time zone.',
    day_missing: 'Enter the date of this time as well.',
    no_time: 'Enter a time as HH:MM, for example 14:30.',
    later: 'This time is in the future. Enter an earlier one.',
    no_day: 'Enter a date as YYYY-MM-DD, for example 2026-11-20.',
    today: 'Enter an earlier time today, or leave the date empty to see current data.',
    to_come: 'Choose today or an earlier date.',
  },
} as const
