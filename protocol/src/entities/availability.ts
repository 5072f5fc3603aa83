// What of each instrument will be available at each custodian, day by day. A day is 'YYYY-MM-DD' in UTC, as value dates are.
import * as z from 'zod/mini'
import { ForeignText } from '../text/readableText.ts'
import { Address, Bytes32, DeliveryId, RegistryId } from '../scalars.ts'
import { RegistryState } from './instrument.ts'
import { TransferState, TransferType } from './transfer.ts'
import { QuantitySum, Unit } from './unit.ts'

const IsoDate = z.iso.date()

/** A sum that may be below zero, in the instrument's smallest unit. */
export const SignedQuantity = z
  .string()
  .check(z.regex(/^(0|-?[1-9][0-9]{0,99})$/, 'not a whole quantity'))
  .brand<'SignedQuantity'>()
export type SignedQuantity = z.infer<typeof SignedQuantity>

/**
 * CERTAIN: due by terms and confirmed by every investor, or owed by the caller's tenant. EXPECTED: owed to it, or requested from a
 * custodian. POSSIBLE: proposed, or overdue from the other side. HELD_UP: earmarked for a proposal whose value date has passed; it
 * counts on no day, and canceling the proposal makes it available.
 */
export const FlowCertainty = z.enum(['CERTAIN', 'EXPECTED', 'POSSIBLE', 'HELD_UP'])
export type FlowCertainty = z.infer<typeof FlowCertainty>

/**
 * DELIVERY: a pending delivery. MINT: a mint request. RECALL: what goes back by a recall that the other side has agreed to. RETURN: what
 * goes back at the end of a repo or a loan.
 */
export const FlowKind = z.enum(['DELIVERY', 'MINT', 'RECALL', 'RETURN'])
export type FlowKind = z.infer<typeof FlowKind>

const registryFields = { registryManagerAddr: Address, registrarAddr: Address, registryId: RegistryId }

/** What one delivery moves of one instrument, or the end of one deal. */
export const AvailabilityFlow = z.object({
  ...registryFields,
  kind: FlowKind,
  certainty: FlowCertainty,
  /** When it falls due; a day that has passed counts from tomorrow on. */
  date: IsoDate,
  isOverdue: z.boolean(),
  /** Above zero if it comes in. */
  quantity: SignedQuantity,
  /** Of a return or a recall: the deal's opening. */
  deliveryId: DeliveryId,
  transferType: TransferType,
  state: TransferState,
  counterpartyAddr: Address,
  description: z.nullable(ForeignText),
})
export type AvailabilityFlow = z.infer<typeof AvailabilityFlow>

export const AvailabilityDay = z.object({
  date: IsoDate,
  certain: SignedQuantity,
  expected: SignedQuantity,
  possible: SignedQuantity,
})
export type AvailabilityDay = z.infer<typeof AvailabilityDay>

/** One instrument at one custodian. */
export const Availability = z.object({
  ...registryFields,
  instrumentId: z.nullable(Bytes32),
  identifier: z.nullable(z.string()),
  label: z.nullable(z.string()),
  unit: Unit,
  decimals: z.number(),
  /** In every state but REGISTERED nothing moves, so nothing of it can be used. Null where the registry is not known. */
  registryState: z.nullable(RegistryState),
  /** Held and not earmarked now: what Holdings shows. */
  available: QuantitySum,
  heldUp: QuantitySum,
  days: z.array(AvailabilityDay),
  /** The first of these days on which more must go out than is certain to be there. */
  shortFrom: z.nullable(IsoDate),
})
export type Availability = z.infer<typeof Availability>

/** What is available now. */
export type AvailableNow = { registry: string; available: string }
/** A flow, or the sum of several. */
export type RegistryFlow = {
  registry: string
  date: string
  certainty: FlowCertainty
  quantity: string
}

/**
 * The definition of availability. The first of the days is today and shows what is available now; each later one assumes that
 * everything due by its end has happened, what is due today or overdue included.
 *
 * @example
 * const flow = { registry: 'bond', date: '2026-11-26', certainty: 'CERTAIN', quantity: '-7' } as const
 * availabilityOf([{ registry: 'bond', available: '5' }], [flow], ['2026-11-25', '2026-11-26']).get('bond')
 * // [{ date: '2026-11-25', certain: '5', … }, { date: '2026-11-26', certain: '-2', … }]
 */
export function availabilityOf(
  holdings: readonly AvailableNow[],
  flows: readonly RegistryFlow[],
  days: readonly string[],
): Map<string, AvailabilityDay[]> {
  const flowsOf = Map.groupBy(flows, ({ registry }) => registry)
  const available = new Map(holdings.map((one) => [one.registry, BigInt(one.available)]))
  return new Map(
    [...new Set([...available.keys(), ...flowsOf.keys()])].map((registry) => [
      registry,
      daysOf(available.get(registry) ?? 0n, flowsOf.get(registry) ?? [], days),
    ]),
  )
}

function daysOf(
  available: bigint,
  flows: readonly RegistryFlow[],
  days: readonly string[],
): AvailabilityDay[] {
  const [today = '', ...later] = days
  const dated = flows.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const sums: Record<FlowCertainty, bigint> = { CERTAIN: available, EXPECTED: 0n, POSSIBLE: 0n, HELD_UP: 0n }
  let next = 0
  return [
    dayOf(today, sums),
    ...later.map((date) => {
      for (let flow = dated[next]; flow !== undefined && flow.date <= date; flow = dated[(next += 1)])
        sums[flow.certainty] += BigInt(flow.quantity)
      return dayOf(date, sums)
    }),
  ]
}

function dayOf(
  date: string,
  { CERTAIN, EXPECTED, POSSIBLE }: Record<FlowCertainty, bigint>,
): AvailabilityDay {
  const quantity = (sum: bigint) => sum.toString() as SignedQuantity
  return {
    date,
    certain: quantity(CERTAIN),
    expected: quantity(CERTAIN + EXPECTED),
    possible: quantity(CERTAIN + EXPECTED + POSSIBLE),
  }
}

/** The first day on which more must go out than is certain to be there. `shortFrom(days)` → '2026-11-26' */
export const shortFrom = (days: readonly AvailabilityDay[]): string | null =>
  days.find(({ certain }) => certain.startsWith('-'))?.date ?? null

/** Whether the instrument can move at this custodian: only in a registry that is REGISTERED. */
export const isUsable = ({ registryState }: Pick<Availability, 'registryState'>): boolean =>
  registryState === null || registryState === 'REGISTERED'
