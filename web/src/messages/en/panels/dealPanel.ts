// What a transfer's panel shows of its deal; loaded with the first of them.
export const dealPanel = {
  DealPanel: {
    title: 'Deal',
    lots: 'Lots',
    lot: '{{lot}} · held by {{holder}}',
    delivered: 'of {{delivered}}',
    arriving: '{{quantity}} to come',
    in_flight: '{{quantity}} on its way back',
    events: 'Events',
    created_by: '{{date}} · created by {{creator}}',
    settled: 'Settled',
    pending: 'Pending',
    canceled: 'Canceled',
    same: 'The other side’s last event was based on the same state of this deal.',
    substitute: 'Substitute…',
    different:
      'The other side’s last event was based on another state of this deal. Compare the lots with them.',
  },
} as const
