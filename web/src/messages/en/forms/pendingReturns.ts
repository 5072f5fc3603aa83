// What is on its way back already; loaded with the first return that has something.
export const pendingReturns = {
  PendingReturns: { title: 'Already on its way back:' },
} as const
