// What quantities count.
export const unit = {
  Unit: { UNITS: 'units', NOMINAL: 'nominal' },
} as const
