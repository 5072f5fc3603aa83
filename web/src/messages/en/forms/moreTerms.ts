// The optional terms of a new transfer; loaded when they are opened.
export const moreTerms = {
  MoreTerms: {
    reference: 'Reference',
    reference_hint: 'Your own id of the trade. The parties read it.',
  },
} as const
