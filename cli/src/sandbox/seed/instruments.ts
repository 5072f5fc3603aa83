// A dozen invented instruments of each type. An ISIN's body has eleven characters; the check digit is computed. In a
// German ISIN, the last six characters of the body are the WKN.
import { fingerprintOf, isinCheckDigit } from '@connex/protocol'
import { COUPON_FIELDS, couponDates } from '@connex/protocol/calendar'
import type { InstrumentDetails, InstrumentId } from '@connex/protocol'
import { createInstrument, sendTogether } from '@connex/sdk'
import { deskOf } from './desks.ts'
import type { Desks } from './desks.ts'

export type SeedInstrument = {
  type: 'BOND' | 'FUND' | 'PRIVATE'
  identifierType: 'ISIN' | 'WKN' | 'DOCUMENT_REFERENCE'
  identifier: string
  label: string
  description: string
  decimals: number
  terms: Terms
  /** Indexes of its registrars; a few instruments have both. */
  registrars: readonly number[]
}

type Terms = Partial<
  Pick<
    InstrumentDetails,
    | 'payoutType'
    | 'priceQuotation'
    | 'issueCurrency'
    | 'maturityDate'
    | 'couponRate'
    | 'denomination'
    | 'customFields'
  >
>

const isin = (body: string): string => body + String(isinCheckDigit(body))

const bond = (
  body: string,
  label: string,
  description: string,
  registrars: number[],
  terms: Terms,
): SeedInstrument => ({
  type: 'BOND',
  identifierType: 'ISIN',
  identifier: isin(body),
  label,
  description,
  decimals: 0,
  registrars,
  terms: {
    payoutType: 'FIXED_COUPON',
    priceQuotation: 'PRICE_IN_PERCENT',
    issueCurrency: 'EUR',
    denomination: '100',
    ...terms,
  },
})

const fund = (
  identifier: string,
  label: string,
  description: string,
  registrars: number[],
): SeedInstrument => ({
  type: 'FUND',
  identifierType: identifier.length === 6 ? 'WKN' : 'ISIN',
  identifier: identifier.length === 6 ? identifier : isin(identifier),
  label,
  description,
  decimals: 3,
  registrars,
  terms: {
    payoutType: 'FUND',
    priceQuotation: 'PRICE_PER_UNIT',
    issueCurrency: label === 'Vänern Liquidity' ? 'SEK' : 'EUR',
  },
})

const privateOne = (
  reference: string,
  label: string,
  description: string,
  registrars: number[],
  terms: Terms,
): SeedInstrument => ({
  type: 'PRIVATE',
  identifierType: 'DOCUMENT_REFERENCE',
  // Only the document's fingerprint goes on the ledger.
  identifier: fingerprintOf({ salt: 'sandbox', reference }),
  label: `${label} (${reference})`,
  description,
  decimals: 2,
  registrars,
  terms: { payoutType: 'OTHER', priceQuotation: 'PRICE_IN_PERCENT', issueCurrency: 'EUR', ...terms },
})

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** So many coupons a year up to maturity, the last of them before today. */
function coupons(
  aYear: number,
  couponRate: string | undefined,
  maturityDate: string,
  issueCurrency: Terms['issueCurrency'] = 'EUR',
): Terms {
  const lastCouponDate = `2020${maturityDate.slice(4)}`
  const schedule = { anchor: maturityDate, months: 12 / aYear, lastCouponDate, maturityDate }
  const last = couponDates(schedule, lastCouponDate, inDays(-1)).at(-1) ?? lastCouponDate
  return {
    ...(couponRate === undefined ? {} : { couponRate }),
    maturityDate,
    issueCurrency,
    customFields: [
      { name: COUPON_FIELDS.frequency, type: 'text', value: String(aYear) },
      { name: COUPON_FIELDS.last, type: 'text', value: last },
    ],
  }
}

export const INSTRUMENTS: readonly SeedInstrument[] = [
  bond(
    'DE000A2LQ5M',
    'Hanse State 2.10 % 2034',
    'Fixed coupon, annual, senior unsecured',
    [0],
    coupons(1, '2.10', '2034-06-15'),
  ),
  bond(
    'XS219956778',
    'Nordic Green Bond 2031',
    'Fixed coupon, use of proceeds for grid storage',
    [1],
    coupons(2, '2.35', '2031-03-10'),
  ),
  bond(
    'FR001400QN4',
    'Rhône Covered 0.75 % 2029',
    'Covered by residential mortgages',
    [0],
    coupons(1, '0.75', '2029-09-20'),
  ),
  bond(
    'AT0000A2WSC',
    'Alpen Pfandbrief 2030',
    'Mortgage Pfandbrief, annual coupon',
    [0],
    coupons(1, '1.15', '2030-02-04'),
  ),
  bond(
    'NL0015000DX',
    'Delta Water Bond 2028',
    'Fixed coupon, regional utility',
    [1],
    coupons(1, '1.80', '2028-10-12'),
  ),
  bond(
    'DE000HB1V7K',
    'Elbe Infrastructure 3.00 % 2036',
    'Amortizing, tolls of two crossings',
    [0, 1],
    coupons(2, '3.00', '2036-05-02'),
  ),
  bond('FI400051772', 'Saimaa Floater 2027', 'Three-month reference rate plus 45 basis points', [1], {
    payoutType: 'FLOATER',
    ...coupons(4, undefined, '2027-12-01'),
  }),
  bond(
    'SE001832451',
    'Vättern Kommun 1.40 % 2032',
    'Municipal, annual coupon',
    [1],
    coupons(1, '1.40', '2032-04-19', 'SEK'),
  ),
  bond('BE000035768', 'Schelde Zero 2029', 'Zero bond, issued below par', [0], {
    payoutType: 'ZERO_BOND',
    maturityDate: '2029-01-15',
  }),
  bond(
    'IT000554231',
    'Adria Rail 2.60 % 2033',
    'Senior secured on rolling stock',
    [0],
    coupons(2, '2.60', '2033-07-08'),
  ),
  bond(
    'ES000012M51',
    'Ebro Solar 2.95 % 2035',
    'Senior secured, four parks',
    [1],
    coupons(4, '2.95', '2035-11-30'),
  ),
  bond(
    'LU256789012',
    'Moselle Supra 1.90 % 2030',
    'Development bank, explicit guarantee',
    [0, 1],
    coupons(1, '1.90', '2030-08-22'),
  ),
  fund('DE000A3C91X', 'Hanse Money Market', 'Daily liquidity, euro bills under 90 days', [0, 1]),
  fund('LU219334455', 'Moselle Euro Aggregate', 'Investment grade, index-near', [0]),
  fund('IE00B7QX21M', 'Liffey Short Duration', 'Credit, duration under two years', [1]),
  fund('A40HB2', 'Speicherstadt Real Estate', 'Core offices and warehouses, half-yearly pay-out', [0]),
  fund('LU198765432', 'Nordsee Wind Income', 'Operating parks, quarterly pay-out', [1]),
  fund('FR0014008B2', 'Rhône Equity Income', 'Large caps, dividends paid out', [0]),
  fund('A3DV71', 'Elbe Balanced', '50/50 bonds and equities', [0]),
  fund('IE00BMX4Q9L', 'Shannon Inflation Linked', 'Euro linkers, all maturities', [1]),
  fund('AT0000A30F7', 'Alpen Covered Bonds', 'Covered bonds of the euro area', [0]),
  fund('LU233445566', 'Moselle Green Credit', 'Green bonds, investment grade', [1]),
  fund('SE001742190', 'Vänern Liquidity', 'Krona deposits and bills', [1]),
  fund('NL0014332K7', 'Delta Global Equity', 'Developed markets, physical', [0]),
  privateOne(
    'HI-2024-001',
    'Kontor Loan Note A',
    'Senior note on a warehouse portfolio',
    [0],
    coupons(4, '3.40', '2029-06-29'),
  ),
  privateOne(
    'HI-2024-002',
    'Kontor Loan Note B',
    'Subordinated note on the same portfolio',
    [0],
    coupons(4, '5.10', '2029-06-29'),
  ),
  privateOne(
    'HI-2024-007',
    'Speicher Promissory Note 2027',
    'Schuldschein, fixed',
    [0],
    coupons(2, '2.75', '2027-03-31'),
  ),
  privateOne(
    'HI-2024-011',
    'Fleet Receivables 2026-1',
    'Seasoned vehicle leases',
    [1],
    coupons(12, '3.05', inDays(30)),
  ),
  privateOne(
    'HI-2025-003',
    'Harbor Crane Lease',
    'Equipment lease, monthly',
    [1],
    coupons(12, '4.20', '2030-12-31'),
  ),
  privateOne(
    'HI-2025-004',
    'District Heating Note',
    'Municipal off-taker, 12 years',
    [0],
    coupons(1, '3.20', '2037-09-30'),
  ),
  privateOne('HI-2025-009', 'Cold Store Participation', 'Profit participation, capped', [0], {
    maturityDate: '2032-12-31',
  }),
  privateOne('HI-2025-012', 'Rail Wagon Pool', 'Pass-through of wagon rents', [1], {
    maturityDate: '2031-06-30',
  }),
  privateOne(
    'HI-2025-015',
    'Fiber Rollout Note',
    'Drawn in three tranches',
    [1],
    coupons(4, '4.05', '2033-05-16'),
  ),
  privateOne('HI-2026-002', 'Timber Forward Note', 'Settled in cash', [0], { maturityDate: inDays(14) }),
  privateOne(
    'HI-2026-005',
    'Clinic Mortgage Note',
    'First lien, two sites',
    [0, 1],
    coupons(12, '3.60', '2036-02-28'),
  ),
  privateOne(
    'HI-2026-006',
    'Lock Renewal Note',
    'Availability payments',
    [1],
    coupons(1, '2.90', '2040-12-17'),
  ),
]

export type CreatedInstrument = SeedInstrument & { instrumentId: InstrumentId }

/** The issuer creates all instruments; only investors may hold the private ones. */
export async function createInstruments(desks: Desks): Promise<CreatedInstrument[]> {
  const { client } = deskOf(desks, 'Hanseatic Issuance')
  const investors = Object.values(desks)
    .filter(({ tenant }) => tenant.kind === 'investor')
    .map(({ tenant }) => tenant.address)
  return sendTogether(
    client,
    INSTRUMENTS.map((instrument) => async (together) => {
      const { type, identifierType, identifier, decimals, label, description, terms } = instrument
      const { instrumentId } = await createInstrument(
        client,
        {
          instrumentType: type,
          identifierType,
          identifier,
          decimals,
          details: { label, description, ...terms },
          ...(type === 'PRIVATE' ? { whitelist: investors } : {}),
        },
        together,
      )
      return { ...instrument, instrumentId }
    }),
    { dryRun: false, until: 'mined' },
  )
}
