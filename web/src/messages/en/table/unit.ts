// What quantities count.
export const unit = {
  Unit: { UNITS: 'units', NOMINAL: 'nominal', nominal_in: '{{currency}} nominal' },
} as const
