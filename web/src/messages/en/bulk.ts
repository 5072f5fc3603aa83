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
    which_account: 'More than one of your accounts could receive it. Confirm it by itself, and choose.',
    left_out: 'Left out: {{count}}',
    nothing_left: 'None of them can be signed now.',
    running: 'They are on their way; each row says how far',
    failed: '{{failed}} failed; their rows say why.',
  },
} as const
