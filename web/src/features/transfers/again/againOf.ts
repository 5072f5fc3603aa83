// The form of what a proposal would have created, filled in with the same facts: for what ended before it was executed.
import { isDigital, readableText, type Address, type DeliveryId } from '@connex/protocol'
import type { Custodian, ProposedCall } from '@connex/sdk'
import { custodianOf } from '../../../lib/custodians.ts'
import { isPast } from '../../../lib/days.ts'
import { formatCash, formatQuantity, isoDayOf } from '../../../lib/format.ts'
import { emptyAsset, type AssetDraft } from '../../../shared/deal/AssetDraft.ts'
import { moreDraftOf } from '../terms/moreTerms.ts'
import type { TransferDraft } from '../create/transferDraft.ts'
import type { ReturnDraft } from '../return/returnForm.ts'
import type { ProposedParts } from '../return/returnQuantities.ts'
import { emptyIncoming, positionKey, type SubstitutionDraft } from '../substitution/substitutionForm.ts'

/** Of a return and of a substitution: with the deal that they belong to, and of a return what it returns of each lot. */
export type Again =
  | { kind: 'create'; prefill: Partial<TransferDraft> }
  | { kind: 'return'; openingDeliveryId: DeliveryId; prefill: Partial<ReturnDraft>; parts?: ProposedParts }
  | { kind: 'substitute'; openingDeliveryId: DeliveryId; prefill: Partial<SubstitutionDraft> }

type Created = Extract<ProposedCall, { functionName: string }>
type Leg = Created['legs'][number]
type Details = NonNullable<Created['details']>
type Known = {
  own: Address
  custodians: readonly Custodian[]
  /** Undefined while an instrument is not known here. */
  decimalsOf: (leg: Leg) => number | undefined
  /** A UTC day: those that have passed are left empty. */
  today: string
}

/**
 * The form for the same again. Undefined of what has no form, or is not fully known here: a confirmation or cancellation, several calls,
 * lost details. Prices are never filled in: a value is tested at those of the day.
 *
 * @example
 * againOf(proposal.calls, { own, custodians, decimalsOf, today }) // { kind: 'create', prefill: { kind: 'REPO', … } }
 */
export function againOf(calls: readonly ProposedCall[], known: Known): Again | undefined {
  const [call, ...more] = calls
  if (call?.functionName !== 'createDelivery' || call.details === null || more.length > 0) return undefined
  const { details, legs } = call
  const securities = legs.filter((leg) => isDigital(leg))
  if (securities.some((leg) => known.decimalsOf(leg) === undefined)) return undefined
  const { openingDeliveryId } = details
  if (openingDeliveryId === undefined) return openingAgain(call, securities, details, known)
  const event = details.deal?.event
  const common = { openingDeliveryId, legs, securities, details, known }
  if (event === undefined || event === 'RETURN') return returnAgain(common)
  return event === 'SUBSTITUTION' ? substitutionAgain(common) : undefined
}

const textOf = (leg: Leg, { decimalsOf }: Known): string => formatQuantity(leg.quantity, decimalsOf(leg) ?? 0)

const accountOf = (leg: Leg | undefined, { own }: Known): string | null =>
  (leg?.sender === own ? leg.senderAccount : leg?.receiverAccount) ?? null

const assetOf = (leg: Leg | undefined, known: Known): AssetDraft =>
  leg === undefined
    ? emptyAsset
    : {
        registryId: leg.registryId ?? null,
        account: accountOf(leg, known),
        quantity: textOf(leg, known),
      }

function openingAgain(
  { valueDate }: Created,
  securities: readonly Leg[],
  details: Details,
  known: Known,
): Again | undefined {
  const { own, custodians, today } = known
  const { description, repo, cashCurrency } = details
  const more = moreDraftOf(details, today)
  const [first] = securities
  const [given, gotten] = [
    securities.filter(({ sender }) => sender === own),
    securities.filter(({ receiver }) => receiver === own),
  ]
  // The form has one of each.
  if (first === undefined || given.length > 1 || gotten.length > 1) return undefined
  const pair = { registryManagerAddr: first.assetManagerAddr, registrarAddr: first.registrar }
  const custodianKey = custodianOf(custodians, pair)?.key
  const day = valueDate === undefined || valueDate === 0 ? undefined : isoDayOf(valueDate)
  const open = (date: string | undefined) => date !== undefined && !isPast(date, today)
  return {
    kind: 'create',
    prefill: {
      kind: repo !== undefined ? 'REPO' : securities.length === 2 ? 'SEC_LEND' : 'FOP',
      direction: first.sender === own ? 'DELIVER' : 'RECEIVE',
      ...(custodianKey !== undefined && { custodianKey }),
      counterpartyAddr: first.sender === own ? first.receiver : first.sender,
      deliver: assetOf(given[0], known),
      receive: assetOf(gotten[0], known),
      description: readableText(description),
      ...(more !== undefined && { more }),
      ...(day !== undefined && open(day) && { valueDate: day }),
      ...(repo !== undefined && {
        cashQuantity: formatCash(repo.purchasePrice, ''),
        cashCurrency: cashCurrency ?? 'EUR',
        rate: repo.rate,
        dayCount: repo.dayCount,
        ...(open(repo.purchaseDate) && { purchaseDate: repo.purchaseDate }),
        ...(repo.repurchaseDate !== undefined &&
          open(repo.repurchaseDate) && { repurchaseDate: repo.repurchaseDate }),
      }),
    },
  }
}

type Event = {
  openingDeliveryId: DeliveryId
  legs: readonly Leg[]
  securities: readonly Leg[]
  details: Details
  known: Known
}

/** The legs of the lots that a proposal names. */
const legsOfLots = (legs: readonly Leg[], details: Details) =>
  (details.deal?.lots ?? []).flatMap(({ legIdx, lot }) => {
    const leg = legs[legIdx]
    return leg === undefined ? [] : [{ lot, leg }]
  })

function returnAgain({ openingDeliveryId, legs, securities, details, known }: Event): Again {
  const { own, today } = known
  const date = details.deal?.effectiveDate ?? details.repo?.repurchaseDate
  const named = legsOfLots(legs, details)
  const parts = named.map(({ lot, leg }) => [lot, leg.quantity] as const)
  // A deal opened before lots had names has one leg of each side.
  const sides = securities.map((leg) => ({ name: leg.sender === own ? 'deliver' : 'receive', leg }))
  const accounts = (named.length > 0 ? named.map(({ lot, leg }) => ({ name: lot, leg })) : sides).flatMap(
    ({ name, leg }) => {
      const account = accountOf(leg, known)
      return account === null ? [] : [[name, account] as const]
    },
  )
  return {
    kind: 'return',
    openingDeliveryId,
    prefill: {
      description: readableText(details.description),
      accounts: Object.fromEntries(accounts),
      ...(paysAtEnd(details) && { interest: 'AT_END' }),
      ...(date !== undefined && !isPast(date, today) && { repurchaseDate: date }),
    },
    // A deal opened before lots had names returns everything.
    ...(parts.length > 0 && { parts: Object.fromEntries(parts) }),
  }
}

/** Its payment leaves the interest to the last return. */
const paysAtEnd = ({ deal }: Details): boolean =>
  deal?.cash?.some(({ purpose }) => purpose === 'PRINCIPAL') === true &&
  deal.cash.every(({ purpose }) => purpose !== 'INTEREST')

function substitutionAgain({ openingDeliveryId, legs, securities, details, known }: Event): Again {
  const { own, custodians } = known
  const named = legsOfLots(legs, details)
  const haircuts = details.deal?.amend?.haircuts ?? []
  const haircutOf = (leg: Leg) => {
    const lot = named.find((one) => one.leg === leg)?.lot
    return haircuts.find((one) => one.lot === lot)?.haircut ?? ''
  }
  const given = securities.filter(({ sender }) => sender === own)
  return {
    kind: 'substitute',
    openingDeliveryId,
    prefill: {
      description: readableText(details.description),
      out: Object.fromEntries(
        named.flatMap(({ lot, leg }) => (leg.receiver === own ? [[lot, textOf(leg, known)]] : [])),
      ),
      in: given.map((leg, id) => ({
        ...emptyIncoming(
          id,
          custodianOf(custodians, { registryManagerAddr: leg.assetManagerAddr, registrarAddr: leg.registrar })
            ?.key,
        ),
        position:
          leg.registryId === undefined || leg.senderAccount === undefined
            ? null
            : positionKey({ registryId: leg.registryId, account: leg.senderAccount }),
        quantity: textOf(leg, known),
        haircut: haircutOf(leg),
      })),
    },
  }
}
