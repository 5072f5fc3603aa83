// What is said where terms are filled in, besides what every dialog says that ends in a signature.
export const dealForms = {
  Discard: {
    question: 'Discard your entries? Nothing was signed.',
    keep: 'Keep editing',
    discard: 'Discard',
  },
  Deal: {
    incomplete: 'Fill in the terms to see what signing them does.',
  },
  DealForm: {
    terms: 'Terms',
    review: 'Review',
    back: 'Back',
    cancel: 'Cancel',
    loading: 'Loading',
    instrument: 'Instrument',
    account: 'Account',
    quantity: 'Quantity',
    description: 'Description',
    description_hint: 'Private: only the parties see it.',
    now_deliver: 'You earmark {{what}} in account {{account}}.',
    now_receive: 'Account {{account}} is named to receive.',
    nothing_earmarked: 'Nothing is earmarked yet.',
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
      'This instrument is suspended, so none of it can move. Choose another one, or ask its custodian when the suspension ends.',
    positions_failure: 'The data of the instruments could not be loaded. Please try again.',
    description_too_long: '{{count}} characters; {{limit}} at most.',
  },
} as const
