// Addresses that lead to no page or no custodian.
export const notFound = {
  NotFound: {
    title: 'This page does not exist',
    text: 'Check the address, or go back to Custodians.',
    back: 'Back to Custodians',
    unknown_custodian: 'This custodian is not configured',
    unknown_custodian_text: 'This custodian does not exist, or your tenant cannot use it.',
  },
} as const
