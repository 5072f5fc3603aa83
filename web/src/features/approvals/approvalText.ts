// What a proposal does, and how far it has come, as a desk says it.
import { centsOf, readableText, type Address, type Workflow } from '@connex/protocol'
import { dealEventOf, eventLabel, paidCash, termTexts } from '@connex/protocol/deals'
import type { Proposal, ProposedCall, SignedCall, SignedLeg } from '@connex/sdk'
import { formatCash, formatUtcDay, formatIsoDay, formatWhen, listText } from '../../lib/format.ts'
import { shorten } from '../../lib/identifiers.ts'
import { amountText, sumByUnit, type Amount } from '../../lib/sumByUnit.ts'
import { approvals } from '../../messages/en/desk/approvals.ts'
import { deals } from '../../messages/en/deals.ts'
import { addMessages, t } from '../../messages/t.ts'
import { userText } from '../../shared/desk/proposals.ts'
import { signedText, type SignedNames } from '../../shared/ledger/signedText.ts'

addMessages(approvals)
// The sentences of what is signed.
addMessages(deals)

type Known = Extract<ProposedCall, SignedCall>

export const knownCalls = ({ calls }: Pick<Proposal, 'calls'>): Known[] =>
  calls.flatMap((one) => (one.functionName === undefined ? [] : [one]))

/** A transfer that is more than its type by its name. `labelOf(call)` → 'Return of a repo' */
function labelOf({ legs, details }: Known): string | undefined {
  const payments = legs.filter(({ currency }) => currency !== undefined)
  const transferType = payments.length > 0 ? 'REPO' : legs.length === 1 ? 'FOP' : 'SEC_LEND'
  const isCashOnly = legs.length > 0 && payments.length === legs.length
  return eventLabel({ transferType, dealEvent: dealEventOf(details), isCashOnly })
}

/** 'You create a transfer.', with the event of a deal before it, or an act's first sentence, and how much more it does. */
export function titleOf({ calls }: Pick<Proposal, 'calls'>, names: SignedNames): string {
  const [first, ...others] = calls
  if (first === undefined) return ''
  const what =
    first.functionName === undefined
      ? (first.sentences[0] ?? unknownText(first))
      : [labelOf(first), signedText(first, names).act].filter((text) => text !== undefined).join(' · ')
  return others.length === 0 ? what : t('Approvals.more', { what, count: others.length })
}

export const unknownText = ({ name, selector }: { name: string | undefined; selector: string }): string =>
  name === undefined ? t('Approvals.unknown', { selector }) : t('Approvals.unknown_named', { name, selector })

/** What the first call's parties wrote about it. */
export function descriptionOf(proposal: Pick<Proposal, 'calls'>): string {
  const [first] = knownCalls(proposal)
  return readableText(first?.details?.description ?? '')
}

/** The other side of the first leg that has one: an investor before a registrar. */
export function counterpartyOf({ calls }: Pick<Proposal, 'calls'>, own: Address): Address | undefined {
  const legs = knownCalls({ calls }).flatMap((one) => one.legs)
  const parties = legs.flatMap((leg) => [leg.sender, leg.receiver]).filter((party) => party !== own)
  const registrars = new Set(legs.map(({ registrar }) => registrar))
  return parties.find((party) => !registrars.has(party)) ?? parties[0]
}

type Flow = { kind: 'deliver' | 'receive' | 'pays' | 'paid'; amount: Amount }

/** What the user's tenant gives and gets by creating or confirming; a cancellation moves nothing. */
export const flowsOf = (proposal: Pick<Proposal, 'calls'>, names: SignedNames): Flow[] =>
  knownCalls(proposal).flatMap((one) =>
    one.functionName === 'cancelDelivery'
      ? []
      : one.legs.flatMap((leg, legIdx) =>
          one.legIdx === undefined || one.legIdx === legIdx ? flowOf(one, legIdx, leg, names) : [],
        ),
  )

/** What a leg pays: its parts of an event; without any, only the first payment has an amount. */
function centsOfLeg({ details, transfer, legs }: Known, legIdx: number): bigint | undefined {
  const parts = details?.deal?.cash?.filter((part) => part.legIdx === legIdx) ?? []
  if (parts.length > 0) return parts.reduce((sum, { amount }) => sum + centsOf(amount), 0n)
  const cash = paidCash(details).cashQuantity ?? transfer?.cashQuantity
  const isFirst = legs.findIndex(({ currency }) => currency !== undefined) === legIdx
  return cash == null || !isFirst ? undefined : centsOf(cash)
}

function flowOf(one: Known, legIdx: number, leg: SignedLeg, names: SignedNames): Flow[] {
  const isOut = leg.sender === names.own
  if (!isOut && leg.receiver !== names.own) return []
  if (leg.currency !== undefined) {
    const quantity = centsOfLeg(one, legIdx)
    if (quantity === undefined) return []
    return [{ kind: isOut ? 'pays' : 'paid', amount: { unit: leg.currency, decimals: 2, quantity } }]
  }
  const instrument = names.instrumentOf(leg)
  const unit = instrument?.name ?? shorten(leg.registryId ?? '')
  const amount = { unit, decimals: instrument?.decimals ?? 0, quantity: leg.quantity }
  return [{ kind: isOut ? 'deliver' : 'receive', amount }]
}

/** 'You deliver 1,000 DE…', one for each kind: never summed across instruments or currencies. */
export const totalTexts = (flows: readonly Flow[]): string[] =>
  [...Map.groupBy(flows, ({ kind }) => kind)].map(([kind, members]) => {
    const sums = sumByUnit(members.map(({ amount }) => amount)).map(amountText)
    return `${t(`Approvals.${kind}`)} ${sums.join(', ')}`
  })

type Term = { term: string; value: string }

/** What the calldata has as a fingerprint alone: private terms that this client has checked. */
export function termsOf(one: Known): Term[] {
  const { details, reason, valueDate } = one
  const repo = details?.repo
  const { cashQuantity, cashCurrency } = paidCash(details)
  return [
    ...(details === null
      ? []
      : [{ term: t('Approvals.description'), value: readableText(details.description) }]),
    ...(valueDate === undefined ? [] : [{ term: t('Approvals.value_date'), value: formatUtcDay(valueDate) }]),
    ...(cashQuantity === null
      ? []
      : [{ term: t('Approvals.price'), value: formatCash(cashQuantity, cashCurrency ?? '') }]),
    ...(repo === undefined ? [] : [{ term: t('Approvals.repo'), value: repoText(repo) }]),
    ...termTexts(details ?? {}, formatIsoDay),
    ...(dealEventOf(details) === null ? [] : [{ term: t('Approvals.event'), value: labelOf(one) ?? '' }]),
    ...(reason === null ? [] : [{ term: t('Approvals.reason_of'), value: readableText(reason) }]),
  ]
}

type Repo = NonNullable<NonNullable<Known['details']>['repo']>

const repoText = ({ rate, dayCount, purchaseDate, repurchaseDate }: Repo): string =>
  t('Approvals.repo_text', {
    rate,
    dayCount,
    from: formatIsoDay(purchaseDate),
    to: repurchaseDate === undefined ? t('Approvals.repo_open') : formatIsoDay(repurchaseDate),
  })

/** '5 h 12 min left'; the last hour is urgent. */
export function clockOf({ batch }: Workflow, now: number): { text: string; isUrgent: boolean } {
  const seconds = batch.deadline - now
  if (seconds <= 0) return { text: t('Approvals.over'), isUrgent: true }
  const minutes = Math.ceil(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)]
  const time =
    days > 0
      ? t('Approvals.left_days', { days, hours: hours % 24 })
      : hours > 0
        ? t('Approvals.left_hours', { hours, minutes: minutes % 60 })
        : t('Approvals.left_minutes', { minutes })
  return { text: t('Approvals.left', { time }), isUrgent: minutes <= 60 }
}

/** Whether a workflow can still be signed or published. */
export const isOpen = ({ state }: Pick<Workflow, 'state'>): boolean =>
  state === 'PENDING' || state === 'CONFIRMED'

/** By whom or by what an ended workflow has ended. */
export function endText(workflow: Workflow, viewer: Address): string {
  const { state, rejectedBy, rejectReason, txHash, batch, updatedAt, confirmations, initiatorAddr } = workflow
  const when = formatWhen(updatedAt)
  if (state === 'EXECUTED') {
    const others = confirmations.map(({ userAddr }) => userAddr).filter((user) => user !== initiatorAddr)
    const signers = others.length === 0 ? [initiatorAddr] : others
    const who = listText(signers.map((user) => userText(workflow, user, viewer)))
    return t('Approvals.executed', { who, when })
  }
  if (state === 'REJECTED') {
    const who = rejectedBy === null ? '' : userText(workflow, rejectedBy, viewer)
    return rejectReason === null
      ? t('Approvals.rejected', { who, when })
      : t('Approvals.rejected_why', { who, when, reason: rejectReason })
  }
  if (txHash !== null) return t('Approvals.failed', { when })
  return t(updatedAt > batch.deadline ? 'Approvals.expired' : 'Approvals.superseded', { when })
}
