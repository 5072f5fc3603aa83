// The form of a return, in addition to `transferForms`.
export const returnForm = {
  ReturnForm: {
    title: 'Create Return',
    type_repo: 'Return of a repo',
    type_loan: 'Return of a loan',
    description: 'Return of {{description}}',
    part_description: 'Return of a part of {{description}}',
    sending: 'Return with {{counterparty}}',
    success: 'Return created',
    failure: 'The return could not be created. Please try again.',
    closed: 'This deal already has a closing. Open it with “View closing” under Terms.',
    other_parts:
      'The lots of this deal have changed since this return was proposed, or it returns only some of them. Create it by command: connex transfer return, with --lot.',
    quantity: 'Quantity to return',
    receive_account_of: 'Receive {{instrument}} into account at {{custodian}}',
    outstanding:
      '{{outstanding}} of {{delivered}} outstanding. Returning only a part needs the other side’s consent.',
    outstanding_in_flight:
      '{{outstanding}} of {{delivered}} outstanding, of which {{inFlight}} is already on its way back.',
  },
} as const
