// Private details of openings and of events, for tests.

const word = (byte: string): string => `0x${byte.repeat(32)}`

export const OPENING = word('aa')
const BASIS_HASH = word('bb')

export const repoTerms = {
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-30',
  purchasePrice: '10000000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
} as const

export const marginTerms = {
  method: 'B',
  haircuts: [{ lot: 'P1', haircut: '2' }],
  substitution: 'ANY_TIME',
} as const

/** A part return of a repo, in JSON. */
export const partReturn = {
  salt: word('01'),
  description: 'Return of 3,000,000',
  openingDeliveryId: OPENING,
  reference: 'DESK-4711',
  deal: {
    v: 1,
    event: 'RETURN',
    basedOn: BASIS_HASH,
    effectiveDate: '2026-11-26',
    lots: [{ legIdx: 0, lot: 'P1' }],
    cash: [
      { legIdx: 1, amount: '3000000.00', currency: 'EUR', purpose: 'PRINCIPAL' },
      { legIdx: 1, amount: '535.00', currency: 'EUR', purpose: 'INTEREST' },
    ],
  },
} as const
