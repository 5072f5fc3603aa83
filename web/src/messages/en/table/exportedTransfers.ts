// The columns of a file of transactions that the table does not have; loaded with the first export.
export const exportedTransfers = {
  ExportedTransfers: {
    deliver_name: 'Delivery instrument name',
    deliver_account_name: 'Delivery account name',
    deliver_cash: 'Delivery cash amount',
    deliver_currency: 'Delivery currency',
    receive_name: 'Receive instrument name',
    receive_account_name: 'Receive account name',
    receive_cash: 'Receive cash amount',
    receive_currency: 'Receive currency',
    purchase_date: 'Purchase date',
    rate: 'Rate, % p.a.',
    day_count: 'Day count',
    repurchase_price: 'Repurchase price',
    repurchase_currency: 'Repurchase currency',
  },
} as const
