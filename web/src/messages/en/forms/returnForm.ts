// The form of a return, in addition to `transferForms`.
export const returnForm = {
  ReturnForm: {
    title: 'Create Return',
    part_title: 'Ask for a Part Return',
    type_repo: 'Return of a repo',
    type_loan: 'Return of a loan',
    type_part_repo: 'Return of a part of a repo',
    type_part_loan: 'Return of a part of a loan',
    description: 'Return of {{description}}',
    part_description: 'Return of a part of {{description}}',
    sending: 'Return with {{counterparty}}',
    success: 'Return created',
    part_success: 'Part return requested',
    failure: 'The return could not be created. Please try again.',
    closed: 'This deal already has a closing. Open it with “View closing” under Terms.',
    other_parts: 'Part of this is no longer outstanding. Open the deal, and return what it holds now.',
    quantity: 'Quantity to return',
    quantity_of: 'Quantity to return: {{instrument}}',
    nothing: 'Enter a quantity above 0 for at least one instrument.',
    collateral_of: 'Collateral to return: {{instrument}}',
    collateral_hint:
      '{{outstanding}} can go back. Proposed in proportion to what is returned, rounded down to whole denominations.',
    interest: 'Interest on this part',
    on_part: 'Paid with this part',
    at_end: 'Paid with the last return',
    part_note:
      'Neither side can insist on a part return: you ask for it, and {{counterparty}} agrees by confirming it.',
    receive_account_of: 'Receive {{instrument}} into account at {{custodian}}',
    outstanding: '{{outstanding}} of {{delivered}} outstanding.',
    outstanding_in_flight:
      '{{outstanding}} of {{delivered}} outstanding, of which {{inFlight}} is already on its way back.',
  },
} as const
