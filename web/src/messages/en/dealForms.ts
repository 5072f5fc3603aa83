// What is said where terms are filled in, besides what every dialog says that ends in a signature.
export const dealForms = {
  DealForm: {
    invalid: 'Form validation failed. Please check all required fields.',
    invalid_quantity:
      'This is not a quantity. Use digits, commas between thousands and a point before decimals.',
    too_precise: 'This instrument has {{count}} decimals.',
    too_precise_one: 'This instrument has one decimal.',
    too_precise_none: 'This instrument has no decimals: whole numbers only.',
    not_positive: 'Required: a quantity above 0.',
    too_precise_cash: 'Cash has two decimals.',
    invalid_rate: 'This is not a rate. Use digits and a point, such as 2.14.',
    past: 'This day has passed.',
    no_day: 'This is not a day. Write it as year-month-day, such as 2026-11-27.',
    no_instruments: 'No instruments found for this custodian.',
    instruments_failure: 'The instruments could not be loaded. Please try again.',
    suspended:
      'This instrument is suspended: its custodian lets nothing of it move. Choose another one, or ask the custodian when it will be free.',
    positions_failure: 'The data of the instruments could not be loaded. Please try again.',
    description_too_long: '{{count}} characters; {{limit}} at most.',
  },
} as const
