// Confirming or canceling several transfers at once.
export const bulk = {
  Bulk: {
    confirm_title: 'Confirm several transfers',
    cancel_title: 'Cancel several transfers?',
    confirm_text: 'Each transfer is signed separately. If one fails, the others continue.',
    cancel_text:
      'Each transfer is canceled separately. The other side must agree if a payment was reported, or if both sides have confirmed and the transfer has not expired.',
    confirm_submit: 'Sign and confirm {{count}}',
    cancel_submit: 'Sign and cancel {{count}}',
    confirm_done: '{{done}} confirmed',
    cancel_done: '{{done}} processed: canceled, or cancellation requested',
    confirm_one_done: 'Transfer confirmed',
    cancel_one_done: 'Transfer canceled',
    cancel_one_asked: 'Cancellation requested',
    choose_account:
      'Choose the receiving account of each transfer. Your first choice is then proposed for the other transfers with that custodian.',
    deliver_total: 'You deliver in total: {{all}}',
    receive_total: 'You receive in total: {{all}}',
    left_out: 'Left out: {{count}}',
    nothing_left: 'None of these can be signed right now.',
    running: '{{done}} of {{count}} done',
    background: 'Continue in the background',
    failed_count: '{{count}} failed',
    more_failed: 'And {{count}} more.',
    failed: '{{count}} transfers failed. They are listed first, with the reason.',
    failed_one: 'One transfer failed. It is listed first, with the reason.',
  },
} as const
