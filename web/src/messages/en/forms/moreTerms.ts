// The optional terms of a new transfer; loaded when they are opened.
export const moreTerms = {
  MoreTerms: {
    reference: 'Reference',
    reference_hint: 'Your own id of the trade. The parties read it.',
    margin: 'Margin',
    not_agreed: 'Not agreed',
    method_A: 'Ratio (method A)',
    method_B: 'Haircut (method B)',
    method_LOAN: 'Ratio to the loan',
    margin_ratio: 'Margin ratio',
    haircut: 'Haircut',
    haircut_collateral: 'Haircut of the collateral',
    substitution: 'Right to substitute',
    substitution_ANY_TIME: 'At any time',
    substitution_ON_CONSENT: 'Once the holder agrees',
    substitution_NONE: 'Never',
  },
} as const
