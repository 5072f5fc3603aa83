// What is said where several transfers are confirmed or canceled at once.
export const bulk = {
  Bulk: {
    confirm_title: 'Confirm several transfers',
    cancel_title: 'Cancel several transfers?',
    confirm_text: 'Each is signed by itself: one that fails takes no other with it.',
    cancel_text:
      'Each is canceled by itself. Where both sides have confirmed, or a payment was reported, the other side has to agree.',
    confirm_submit: 'Sign and confirm {{count}}',
    cancel_submit: 'Sign and cancel {{count}}',
    confirm_done: '{{done}} confirmed',
    cancel_done: '{{done}} canceled or asked for',
    confirm_one_done: 'Transfer confirmed',
    cancel_one_done: 'Transfer canceled',
    cancel_one_asked: 'Asked to cancel',
    choose_account:
      'Choose the receiving account of each transfer. The first choice fills in the others of the same custodian.',
    deliver_total: 'You deliver in total: {{all}}',
    receive_total: 'You receive in total: {{all}}',
    left_out: 'Left out: {{count}}',
    nothing_left: 'None of them can be signed now.',
    running: '{{done}} of {{count}} done',
    failed: '{{count}} transfers failed. They come first, each with the reason.',
    failed_one: 'One transfer failed. It comes first, with the reason.',
  },
} as const
