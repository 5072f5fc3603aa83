// The panel of one holding.
export const holdingPanel = {
  HoldingPanel: {
    identifier: 'Identifier',
    custodian: 'Custodian',
    account: 'Account number',
    suspended: '{{custodian}} has suspended this instrument: it cannot be moved until the suspension ends.',
    earmarked_for: 'Earmarked for',
    nothing_earmarked: 'No transfer earmarks this holding.',
    movements: 'Latest movements',
    no_movements: 'No transfer has settled in this holding yet.',
    unknown: 'Holding not found',
    unknown_text: 'This link does not point to a holding of yours. It may be incomplete.',
  },
} as const
