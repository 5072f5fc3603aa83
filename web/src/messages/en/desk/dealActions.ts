// What can be done with a deal from a list of deals; loaded with the first menu of it.
export const dealActions = {
  DealActions: {
    substitute: 'Substitute…',
    recall: 'Ask {{counterparty}} for securities back…',
    recall_title: 'Recall',
    return: 'Create Return',
    failure: 'The deal could not be loaded',
    inconsistent: 'It is not certain what is outstanding in this deal. Open it to see why.',
    nothing_left: 'Nothing of this instrument is outstanding in this deal.',
    returning: 'A pending transfer already gives all of it back. Open the deal to see it.',
    moving: 'A pending transfer already moves it. Wait until it has settled, or cancel it first.',
    not_given: 'You did not give it as collateral. Only its giver can substitute it.',
    held_by_you: 'You hold it. Give it back with “Create Return”.',
  },
} as const
