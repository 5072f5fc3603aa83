// What a transfer's panel shows of its deal; loaded with the first of them.
export const dealPanel = {
  DealPanel: {
    title: 'Deal',
    past: 'You are viewing a past date',
    past_text:
      'Lots, cash and events are as they were then. For messages and actions, choose “Now” under “As of”.',
    lots: 'Lots',
    lot: '{{lot}} · held by {{holder}}',
    delivered: 'of {{delivered}}',
    arriving: '{{quantity}} incoming',
    in_flight: '{{quantity}} on its way back',
    events: 'Events',
    settled: 'Settled',
    pending: 'Not settled',
    canceled: 'Canceled',
    same: 'The other side’s last event matches your records.',
    substitute: 'Substitute…',
    different:
      'The other side’s last event does not match your records. Compare the lots with the other side.',
  },
} as const
