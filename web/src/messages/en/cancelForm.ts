// What is said where a transfer is canceled.
export const cancelForm = {
  CancelForm: {
    title: 'Cancel this transfer?',
    cancel: 'It is canceled at once, and what is earmarked for it becomes free.',
    requestCancel:
      'Both sides have confirmed, so {{counterparty}} must agree. Your request changes nothing until then.',
    agreeCancel: '{{counterparty}} has asked for it. With your agreement it is canceled at once.',
    refuse: 'It is refused and canceled at once. A reason is needed.',
    reason: 'Reason',
    reason_hint: 'All parties can read it. The ledger keeps its fingerprint only.',
    failure: 'Transfer could not be canceled',
    sending: 'Canceling: {{title}}',
    success: 'Transfer canceled',
    success_requested: 'Asked to cancel',
    success_requested_text: '{{counterparty}} has to agree.',
    submit: 'Cancel the transfer',
    submit_agree: 'Agree to cancel',
    submit_request: 'Ask to cancel',
    back: 'Keep it',
  },
} as const
