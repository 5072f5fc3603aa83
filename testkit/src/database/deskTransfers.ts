// Transfers of a desk, drawn by chance: of every kind, in every state, and with every kind of private details.
import { Address, Bytes32, DeliveryId, TransferState, ZERO_BYTES32 } from '@connex/protocol'
import type { Currency, DeliveryDetails, TransferKind } from '@connex/protocol'
import type { Random } from '../random.ts'

const DAY_S = 86_400
const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** An id that begins with its kind and ends with its number. `word('d', 12)` */
export const word = (kind: string, n: number) =>
  Bytes32.parse(`0x${kind}${n.toString(16).padStart(64 - kind.length, '0')}`)

export const DESK = {
  viewer: address('1'),
  counterparties: [address('2'), address('4')],
  registrar: address('3'),
  /** The middle of the days on which anything falls due. */
  today: Math.floor(Date.parse('2026-11-23T00:00:00Z') / 1000),
} as const

/** Units and decimals differ; of the last one there are only details with another fingerprint. */
export const DESK_INSTRUMENTS = [
  { type: 'BOND', decimals: 2, details: { priceQuotation: 'PRICE_IN_PERCENT', issueCurrency: 'EUR' } },
  { type: 'BOND', decimals: 0, details: { issueCurrency: 'EUR', maturityDate: '2026-11-26' } },
  { type: 'PRIVATE', decimals: 3, details: { issueCurrency: 'USD' } },
  { type: 'FUND', decimals: 4, details: {} },
  { type: 'BOND', decimals: 1, details: { priceQuotation: 'PRICE_PER_UNIT', issueCurrency: 'EUR' } },
  { type: 'BOND', decimals: 2, details: undefined },
] as const

/**
 * Whose details of a transfer there are: the desk's own, with the ledger's fingerprint or another one, or only its
 * counterparty's.
 */
const DETAILS = ['own', 'own', 'own', 'own', 'wrong', 'others', 'none'] as const

export type DrawnTransfer = {
  n: number
  kind: TransferKind
  /** Its only leg is documented cash. */
  isPayment: boolean
  isDelivering: boolean
  other: Address
  state: TransferState
  creator: Address
  /** When something last happened to it. */
  at: number
  valueDate: number
  quantity: number
  /** Indexes of instruments: what the first leg moves, and what a loan has in return. */
  first: number
  second: number
  cancelVotes: Address[]
  whose: (typeof DETAILS)[number]
  details: DeliveryDetails
}

/** `drawn`: the transfers so far. Four in ten name one of them as their opening. */
export function drawTransfer(random: Random, n: number, drawn: readonly DrawnTransfer[]): DrawnTransfer {
  const { viewer, counterparties, today } = DESK
  const opening = random.chance(0.4)
    ? random.pick([undefined, ...drawn.filter(({ kind }) => kind !== 'FOP')])
    : undefined
  const kind = opening?.kind ?? random.pick(['FOP', 'REPO', 'REPO', 'SEC_LEND'] as const)
  const other = opening?.other ?? random.pick(counterparties)
  const isPayment = kind === 'FOP' && random.chance(0.3)
  const state = random.pick([...TransferState.options, 'SETTLED', 'SETTLED'] as const)
  return {
    n,
    kind,
    isPayment,
    // Some that name an opening do not go the other way: they close nothing.
    isDelivering: opening === undefined ? random.chance(0.5) : opening.isDelivering === random.chance(0.1),
    other,
    state: isPayment && state === 'PENDING_CUSTODIAN' ? 'SETTLED' : state,
    creator: random.pick([viewer, other]),
    at: today - random.below(5 * DAY_S),
    valueDate: random.chance(0.5) ? today + (random.below(9) - 4) * DAY_S : 0,
    // Some give back a part.
    quantity: opening === undefined || random.chance(0.2) ? 1 + random.below(1_000_000) : opening.quantity,
    first: opening?.first ?? random.below(DESK_INSTRUMENTS.length),
    second: opening?.second ?? random.below(DESK_INSTRUMENTS.length),
    cancelVotes: [viewer, other].filter(() => random.chance(0.2)),
    whose: random.pick(DETAILS),
    details: drawDetails(random, { kind, isPayment }, opening?.n),
  }
}

function drawDetails(
  random: Random,
  { kind, isPayment }: Pick<DrawnTransfer, 'kind' | 'isPayment'>,
  opening: number | undefined,
): DeliveryDetails {
  const cash = `${random.below(1_000_000_000)}.${String(random.below(100)).padStart(2, '0')}`
  const purchase = DESK.today + (random.below(9) - 6) * DAY_S
  return {
    salt: ZERO_BYTES32,
    description: `Drawn ${random.below(1000)}`,
    ...(opening === undefined ? {} : { openingDeliveryId: DeliveryId.parse(word('d', opening)) }),
    ...(kind !== 'REPO' && !isPayment
      ? {}
      : {
          cashQuantity: cash,
          ...(random.chance(0.8) ? { cashCurrency: random.pick<Currency>(['EUR', 'USD']) } : {}),
        }),
    ...(kind !== 'REPO'
      ? {}
      : {
          repo: {
            purchaseDate: dayOf(purchase),
            ...(random.chance(0.8) ? { repurchaseDate: dayOf(purchase + random.below(9) * DAY_S) } : {}),
            purchasePrice: cash,
            rate: random.pick(['2.14', '-0.5', '0', '13.333333', '-40000']),
            dayCount: random.pick(['ACT/360', 'ACT/365'] as const),
          },
        }),
  }
}
