// What is sent to colleagues for approval.
export const approval = {
  Approval: {
    text: 'Or send it for approval: a colleague reviews what you sign now, then publishes it. Nothing is earmarked until then.',
    send: 'Send for approval',
    sign: 'Sign and send for approval',
    incomplete: 'Complete the form first.',
    checked:
      'The ledger would accept these calls now. It checks signatures, privileges and the deadline when they are published.',
    checking: 'Checking with the ledger…',
    sending: 'Sending for approval…',
    sent: 'Sent for approval',
    sent_text: 'A colleague can approve it until {{deadline}}.',
    open: 'Open approvals',
    refused: 'The ledger would refuse this',
    failure: 'Not sent for approval',
  },
} as const
