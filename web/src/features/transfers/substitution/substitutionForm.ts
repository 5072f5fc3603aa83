// The form that exchanges collateral: what is typed, and what it means.
import { AccountNumber, Decimal, type DeliveryId, type InstrumentId, type Position } from '@connex/protocol'
import type { SubstituteAsset, SubstitutionParameters } from '@connex/sdk'
import { quantityFaultText } from '../../../shared/deal/AssetDraft.ts'
import { descriptionFault } from '../../../shared/deal/formChecks.ts'
import { formatQuantity, parseQuantity } from '../../../lib/format.ts'
import { substitution } from '../../../messages/en/substitution.ts'
import { addMessages, t } from '../../../messages/t.ts'
import type { LotToExchange } from './useConsent.ts'
import { readPrices, type ChosenPrices, type PriceDrafts, type PriceErrors } from './priceDrafts.ts'

addMessages(substitution)

export type IncomingDraft = {
  /** Tells rows apart while some are removed. */
  id: number
  /** The key of a custodian; null: that of the deal. */
  custodian: string | null
  /** `positionKey` of an own position. */
  position: string | null
  quantity: string
  haircut: string
}

export type SubstitutionDraft = {
  /** Quantities by lot; a lot that is missing has its default. */
  out: Readonly<Record<string, string>>
  in: readonly IncomingDraft[]
  /** As typed. */
  prices: PriceDrafts
  priceFile: ChosenPrices | null
  /** Null while nobody has changed it. */
  description: string | null
  isUntestedAccepted: boolean
}

export const emptyIncoming = (id: number, custodian: string | null = null): IncomingDraft => ({
  id,
  custodian,
  position: null,
  quantity: '',
  haircut: '',
})

export const emptySubstitution: SubstitutionDraft = {
  out: {},
  in: [emptyIncoming(0)],
  prices: {},
  priceFile: null,
  description: null,
  isUntestedAccepted: false,
}

/** An own position with something available. */
export type Available = Pick<
  Position,
  | 'registryManagerAddr'
  | 'registrarAddr'
  | 'registryId'
  | 'instrumentId'
  | 'identifier'
  | 'label'
  | 'account'
  | 'available'
  | 'decimals'
  | 'unit'
>

export const positionKey = ({ registryId, account }: Pick<Available, 'registryId' | 'account'>): string =>
  `${registryId}@${account}`

type Offered = {
  /** Of all custodians that a row names. */
  positions: readonly Available[]
  /** The key of the deal's custodian. */
  custodian: string | undefined
}

/** The custodian that a row gives from. */
export const custodianKeyOf = (
  row: Pick<IncomingDraft, 'custodian'>,
  { custodian }: Pick<Offered, 'custodian'>,
): string | undefined => row.custodian ?? custodian

/** What a row can choose from. */
export const positionsFor = (row: Pick<IncomingDraft, 'custodian'>, offered: Offered): Available[] =>
  offered.positions.filter(
    ({ registryManagerAddr, registrarAddr }) =>
      `${registryManagerAddr}:${registrarAddr}` === custodianKeyOf(row, offered),
  )

export const positionOf = (
  row: Pick<IncomingDraft, 'custodian' | 'position'>,
  offered: Offered,
): Available | undefined => positionsFor(row, offered).find((one) => positionKey(one) === row.position)

type Lot = Pick<LotToExchange, 'lot' | 'most' | 'asset'>

/** All that can go out of the only lot does by default; of several, the user chooses. */
export const outText = ({ out }: Pick<SubstitutionDraft, 'out'>, { lot, most, asset }: Lot, count: number) =>
  out[lot] ?? (count === 1 ? formatQuantity(most, asset.decimals) : '')

export type SubstitutionErrors = {
  out: Readonly<Record<string, string>>
  /** By row. */
  in: readonly Partial<Record<'position' | 'quantity' | 'haircut', string>>[]
  prices: PriceErrors
  description?: string
}

type Known = Offered & {
  deliveryId: DeliveryId
  lots: readonly Lot[]
  /** In place of one that nobody has typed. */
  description: string
  /** The row whose quantity is to be proposed. */
  enough?: number
}

type Read = { parameters?: SubstitutionParameters; errors: SubstitutionErrors; hasErrors: boolean }

/** The parameters of a complete draft, or the errors by field. */
export function readSubstitution(draft: SubstitutionDraft, known: Known): Read {
  const out = readOut(draft, known.lots)
  const incoming = draft.in.map((one) => readIncoming(one, draft, known))
  const prices = readPrices(draft.prices)
  const description = draft.description ?? known.description
  const fault = descriptionFault(description)
  const errors: SubstitutionErrors = {
    out: out.errors,
    in: incoming.map((one) => one.errors),
    prices: prices.errors,
    ...(fault !== undefined && { description: fault }),
  }
  const hasErrors =
    fault !== undefined ||
    [errors.out, errors.prices, ...errors.in].some((some) => Object.keys(some).length > 0)
  if (hasErrors) return { errors, hasErrors }
  const haircuts = incoming.flatMap(({ haircut }) => (haircut === undefined ? [] : [haircut]))
  return {
    errors,
    hasErrors,
    parameters: {
      deliveryId: known.deliveryId,
      out: out.quantities,
      in: incoming.flatMap(({ asset }) => asset ?? []),
      prices: prices.quoted,
      haircuts: Object.fromEntries(haircuts),
      acceptUntested: draft.isUntestedAccepted,
      description: description.trim(),
    },
  }
}

function readOut(draft: SubstitutionDraft, lots: readonly Lot[]) {
  const errors: Record<string, string> = {}
  const quantities: Record<string, bigint> = {}
  for (const one of lots) {
    const typed = outText(draft, one, lots.length)
    if (typed.trim() === '' && lots.length > 1) continue
    const { units, fault } = parseQuantity(typed, one.asset.decimals)
    if (units === undefined) errors[one.lot] = quantityFaultText(fault, one.asset.decimals)
    else if (units > one.most) errors[one.lot] = maximum(one.most, one.asset.decimals)
    else quantities[one.lot] = units
  }
  const [first] = lots
  if (first !== undefined && Object.keys({ ...errors, ...quantities }).length === 0)
    errors[first.lot] = t('Form.required')
  return { errors, quantities }
}

const maximum = (units: bigint, decimals: number): string =>
  t('Form.maximum_quantity', { max: formatQuantity(units, decimals) })

type ReadIncoming = {
  asset?: SubstituteAsset
  haircut?: [InstrumentId, string]
  errors: SubstitutionErrors['in'][number]
}

function readIncoming(row: IncomingDraft, draft: SubstitutionDraft, known: Known): ReadIncoming {
  const position = positionOf(row, known)
  const isTwice = draft.in.some((one) => one.id < row.id && positionOf(one, known) === position)
  const isProposed = row.id === known.enough
  const { units, fault } = parseQuantity(row.quantity, position?.decimals ?? 0)
  const isTooMuch = position !== undefined && units !== undefined && units > BigInt(position.available)
  const haircut = row.haircut.trim()
  const errors = {
    ...(position === undefined && { position: t('Form.required') }),
    ...(position !== undefined && isTwice && { position: t('Substitution.twice') }),
    ...(!isProposed &&
      fault !== undefined && { quantity: quantityFaultText(fault, position?.decimals ?? 0) }),
    ...(!isProposed && isTooMuch && { quantity: maximum(BigInt(position.available), position.decimals) }),
    ...(haircut !== '' && !isHaircut(haircut) && { haircut: t('Substitution.wrong_haircut') }),
  }
  if (Object.keys(errors).length > 0 || position === undefined) return { errors }
  const { registryManagerAddr, registrarAddr, registryId, account, instrumentId } = position
  return {
    errors,
    asset: {
      registryManagerAddr,
      registrarAddr,
      registryId,
      account: AccountNumber.parse(account),
      quantity: isProposed || units === undefined ? 'ENOUGH' : units,
    },
    ...(haircut !== '' && { haircut: [instrumentId, haircut] as [InstrumentId, string] }),
  }
}

/** At least 0 and below 100. The schema of the details is not loaded for it. */
const isHaircut = (text: string): boolean => Decimal.safeParse(text).success && /^\d{1,2}(\.|$)/.test(text)
