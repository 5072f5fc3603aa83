// What an address says that leads to no page, or to no custodian.
export const notFound = {
  NotFound: {
    title: 'This page does not exist',
    text: 'The address leads nowhere. Nothing was changed.',
    back: 'Back to Custodians',
    unknown_custodian: 'This custodian is not configured',
    unknown_custodian_text:
      'The address names a custodian that your tenant cannot use, or that does not exist.',
  },
} as const
