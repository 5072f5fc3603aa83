// Deliveries of deals between Alpenbank and Baltic Trust Bank, for tests: a repo and a loan, and events of each.
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { DealDetails } from '../src/deals/dealDetails.ts'
import type { DeliveryState } from '../src/entities/delivery.ts'
import type { DealDelivery, DealLeg } from '../src/deals/dealDelivery.ts'
import { fingerprintOf } from '../src/fingerprint.ts'
import {
  Address,
  Bytes32,
  DeliveryId,
  InstrumentId,
  Quantity,
  ZERO_ADDRESS,
  ZERO_BYTES32,
} from '../src/scalars.ts'
import type { DealEvent } from '../src/terms/dealEvent.ts'
import { loanTerms } from '../../testkit/src/fixtures/terms.ts'
import { repoTerms } from './dealDetails.ts'

const address = (byte: string): Address => Address.parse(`0x${byte.repeat(20)}`)
export const alpen = address('a1')
export const baltic = address('b2')
export const stranger = address('c3')
const MANAGER = address('dd')

/** Text of one's own, as a word: `wordOf('bund')` */
const wordOf = (text: string): Bytes32 => Bytes32.parse(`0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`)

type Legs = readonly Partial<DealLeg>[]
const numbered = (legs: Legs): DealLeg[] =>
  legs.map((leg, legIdx) => ({
    legIdx,
    legType: 'DIGITAL',
    sender: alpen,
    receiver: baltic,
    assetManagerAddr: MANAGER,
    assetId: ZERO_BYTES32,
    quantity: Quantity.parse('0'),
    instrumentId: null,
    identifier: null,
    decimals: 0,
    ...leg,
  }))

/** Securities: `securities('bund', alpen, baltic, 10_000_000)`; one instrument, one registry. */
export const securities = (
  name: string,
  sender: Address,
  receiver: Address,
  quantity: number | bigint,
): Partial<DealLeg> => ({
  sender,
  receiver,
  assetId: wordOf(`registry of ${name}`),
  instrumentId: InstrumentId.parse(wordOf(name)),
  identifier: name,
  quantity: Quantity.parse(quantity.toString()),
})

export const payment = (sender: Address, receiver: Address): Partial<DealLeg> => ({
  legType: 'EXTERNAL',
  sender,
  receiver,
  assetManagerAddr: ZERO_ADDRESS,
})

/** A leg as the deal's own, such as to find its key. */
export const legOf = (leg: Partial<DealLeg>): DealLeg => numbered([leg])[0] as DealLeg

type Given = Partial<
  Pick<DealDelivery, 'creator' | 'valueDate' | 'createdBlock' | 'detailsStatus' | 'deliveryId'>
>

/** A delivery that settles in this block; 0 leaves it pending, and CANCELED cancels it. */
export function deliveryOf(
  name: string,
  block: number | DeliveryState,
  legs: Legs,
  details: object,
  given: Given = {},
): DealDelivery {
  const parsed = DealDetails.parse({ salt: wordOf(`salt of ${name}`), description: name, ...details })
  const state: DeliveryState = typeof block === 'string' ? block : block > 0 ? 'SETTLED' : 'PENDING'
  return {
    deliveryId: DeliveryId.parse(wordOf(name)),
    deliveryState: state,
    creator: alpen,
    valueDate: 0,
    createdBlock: typeof block === 'number' && block > 0 ? block : 1,
    privateDataFp: fingerprintOf(parsed),
    legs: numbered(legs),
    details: parsed,
    detailsStatus: 'SYNCED',
    settledAt: typeof block === 'number' && block > 0 ? { block, logIdx: 0 } : null,
    ...given,
  }
}

const cash = { cashQuantity: '10000000.00', cashCurrency: 'EUR', cashInstrument: 'Cash Documented' }

/** Alpenbank sells 10,000,000 of a Bund to Baltic for EUR 10,000,000.00. */
export const repoOpening = (block: number | DeliveryState = 10, details: object = {}): DealDelivery =>
  deliveryOf('repo', block, [securities('bund', alpen, baltic, 10_000_000), payment(baltic, alpen)], {
    ...cash,
    repo: repoTerms,
    ...details,
  })

/** Alpenbank lends 1,000 shares to Baltic against 200,000 of a Bund. */
export const loanOpening = (block: number | DeliveryState = 10, details: object = {}): DealDelivery =>
  deliveryOf(
    'loan',
    block,
    [securities('share', alpen, baltic, 1_000), securities('bund', baltic, alpen, 200_000)],
    {
      loan: loanTerms,
      ...details,
    },
  )

type EventFields = Partial<Omit<DealEvent, 'v' | 'event' | 'lots'>> & {
  lots?: readonly { legIdx: number; lot: string }[]
}

/** Details of an event. */
export const eventDetails = (
  opening: DealDelivery,
  event: DealEvent['event'],
  fields: EventFields = {},
): object => ({
  openingDeliveryId: opening.deliveryId,
  deal: { v: 1, event, basedOn: ZERO_BYTES32, effectiveDate: '2026-11-26', ...fields },
})

type PartReturn = {
  quantity: number | bigint
  principal: string
  interest?: string
  date?: string
  basedOn?: Bytes32
}

/** Baltic gives back a part of the Bund, and Alpenbank pays for it. */
export function repoReturn(
  name: string,
  block: number | DeliveryState,
  opening: DealDelivery,
  { quantity, principal, interest, date = '2026-11-26', basedOn = ZERO_BYTES32 }: PartReturn,
  given: Given = {},
): DealDelivery {
  const parts = [
    { legIdx: 1, amount: principal, currency: 'EUR' as const, purpose: 'PRINCIPAL' as const },
    ...(interest === undefined
      ? []
      : [{ legIdx: 1, amount: interest, currency: 'EUR' as const, purpose: 'INTEREST' as const }]),
  ]
  const legs = [securities('bund', baltic, alpen, quantity), payment(alpen, baltic)]
  const event = { basedOn, effectiveDate: date, lots: [{ legIdx: 0, lot: 'P1' }], cash: parts }
  return deliveryOf(name, block, legs, eventDetails(opening, 'RETURN', event), given)
}
