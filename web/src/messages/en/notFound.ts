// A page that does not exist, or is not for this user; loaded with the first of them.
export const notFound = {
  NotFound: {
    title: 'This page does not exist',
    text: 'Check the address, or go back to Custodians.',
    back: 'Back to Custodians',
    unknown_custodian: 'This custodian is not configured',
    unknown_custodian_text: 'This custodian does not exist, or your tenant cannot use it.',
  },
  Access: {
    restricted_title: 'Restricted Access',
    restricted_text: 'You need the position-handling privilege. Ask your administrator.',
    not_investor:
      "Your tenant doesn't have the necessary privileges to view this page. Please consult your administrator.",
  },
} as const
