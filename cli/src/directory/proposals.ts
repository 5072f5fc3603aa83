// What a proposal does, in sentences from the bytes that would be signed.
import { formatCash, formatQuantity, instrumentText, readableText } from '@connex/protocol'
import type { Address, Workflow } from '@connex/protocol'
import { EVENT_TEXTS } from '@connex/protocol/deals'
import { call, everyPage } from '@connex/sdk'
import type { Client, ProposalTest, ProposedCall, SignedCall, SignedLeg } from '@connex/sdk'
import { termLines } from './openingTerms.ts'
import { doubtSentences, testSentences } from './valueTest.ts'

export type ProposalNames = {
  nameOf: (address: Address) => string
  /** A quantity with its instrument; the units of a registry that is unknown here. */
  assetOf: (leg: SignedLeg) => string
}

type Known = Extract<ProposedCall, SignedCall>

/** `assetOf` of all registries in these calls. */
export async function loadAssets(
  client: Client,
  calls: readonly ProposedCall[],
  signal: AbortSignal,
): Promise<ProposalNames['assetOf']> {
  const ids = calls.flatMap((one) =>
    one.functionName === undefined ? [] : one.legs.flatMap(({ registryId }) => registryId ?? []),
  )
  const registryIds = [...new Set(ids)]
  const known =
    registryIds.length === 0
      ? []
      : await everyPage((page) =>
          call(client, 'registryInstruments', { query: { ...page, registryIds }, signal }),
        )
  return ({ registryId, assetManagerAddr, quantity }) => {
    const found = known.find(
      (one) => one.registryId === registryId && one.registryManagerAddr === assetManagerAddr,
    )
    return found === undefined
      ? `${quantity} smallest units of registry ${registryId ?? 'unknown'}`
      : `${formatQuantity(quantity, found.decimals)} ${instrumentText(found.identifier, found.label)}`
  }
}

/** What all calls do, and once for each substitution its value tests and the doubts about it. */
export function proposalSentences(
  calls: readonly ProposedCall[],
  tests: readonly ProposalTest[],
  names: ProposalNames,
): string[] {
  const idOf = (one: ProposedCall) => (one.functionName === undefined ? undefined : one.deliveryId)
  return calls.flatMap((one, index) => {
    const id = idOf(one)
    const isLast = calls.findLastIndex((other) => idOf(other) === id) === index
    const own = isLast ? tests.find(({ deliveryId }) => deliveryId === id) : undefined
    return [...callSentences(one, names), ...(own === undefined ? [] : testedSentences(own, names))]
  })
}

const testedSentences = ({ test, doubts }: ProposalTest, { nameOf }: ProposalNames): string[] => [
  ...testSentences(test),
  ...doubtSentences(doubts, nameOf),
]

/** What one call does: a heading, and a sentence for each leg and term. */
function callSentences(one: ProposedCall, names: ProposalNames): string[] {
  if (one.functionName === undefined && one.sentences.length > 0) return [...one.sentences]
  if (one.functionName === undefined)
    return [
      `Calls a function that cannot be explained: ${[one.name, one.selector].filter(Boolean).join(' ')} of ${one.to}.`,
    ]
  const legs = one.legs.flatMap((leg, legIdx) =>
    one.legIdx === undefined || one.legIdx === legIdx ? [legSentence(one, leg, legIdx, names)] : [],
  )
  return [headingOf(one), ...legs, ...termSentences(one)]
}

const HEADINGS: Record<SignedCall['functionName'], string> = {
  createDelivery: 'Creates delivery {id}:',
  confirmDelivery: 'Confirms both sides of delivery {id}:',
  confirmAsSender: 'Confirms the delivery of {id}:',
  confirmAsReceiver: 'Confirms the receipt of {id}:',
  confirmAsCoordinator: 'Confirms delivery {id} as coordinator:',
  reportExternalDelivery: 'Reports as sent, outside the ledger, for delivery {id}:',
  confirmExternalDelivery: 'Confirms as received, outside the ledger, for delivery {id}:',
  cancelDelivery: 'Cancels delivery {id}, or requests that:',
}

const headingOf = ({ functionName, deliveryId }: Known): string =>
  HEADINGS[functionName].replace('{id}', deliveryId)

function legSentence(
  { accounts, details, transfer }: Known,
  leg: SignedLeg,
  legIdx: number,
  { nameOf, assetOf }: ProposalNames,
): string {
  const [sender, receiver] = [nameOf(leg.sender), nameOf(leg.receiver)]
  if (leg.currency !== undefined) {
    const event = details?.deal?.cash?.filter((part) => part.legIdx === legIdx)
    const amount = event?.length ? undefined : (details?.cashQuantity ?? transfer?.cashQuantity)
    const parts = event?.map((part) => `${formatCash(part.amount, part.currency)} (${part.purpose})`)
    const text = parts?.join(', ') || (amount == null ? leg.currency : formatCash(amount, leg.currency))
    return `${sender} pays ${text} to ${receiver}, outside the ledger.`
  }
  const what = assetOf(leg)
  const [from, into] = [leg.senderAccount, leg.receiverAccount].map((account) => account ?? accounts[legIdx])
  if (leg.sender === leg.registrar)
    return `${sender} issues ${what} to ${receiver}${into === undefined ? '' : `, account ${into}`}.`
  if (leg.receiver === leg.registrar)
    return `${receiver} terminates ${what} of ${sender}${from === undefined ? '' : `, account ${from}`}.`
  const [fromText, intoText] = [from && ` from account ${from}`, into && `, account ${into}`]
  return `${sender} delivers ${what}${fromText ?? ''} to ${receiver}${intoText ?? ''}.`
}

function termSentences({ details, valueDate, reason }: Known): string[] {
  const { repo, deal, openingDeliveryId } = details ?? {}
  return [
    ...(details === null ? [] : [`Description: ${details.description}`]),
    ...(deal === undefined ? [] : [`${EVENT_TEXTS[deal.event]} in deal ${openingDeliveryId ?? ''}.`]),
    ...(repo === undefined
      ? []
      : [
          `Repo at ${repo.rate}% p.a. (${repo.dayCount}) from ${repo.purchaseDate} to ${repo.repurchaseDate ?? 'a day to be agreed'}.`,
        ]),
    ...termLines(details ?? {}),
    ...(valueDate === undefined ? [] : [`Settles on ${dayOf(valueDate)} or later.`]),
    ...(reason === null ? [] : [`Reason: ${readableText(reason)}`]),
  ]
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** One line for a list: 'createDelivery: 1,000 DE000A2LQ5M4 → Baltic', or an act's first sentence, and how many more there are. */
export function proposalLine(calls: readonly ProposedCall[], names: ProposalNames): string {
  const [first, ...others] = calls
  if (first === undefined) return ''
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  if (first.functionName === undefined)
    return `${first.sentences[0] ?? `${first.name ?? 'unknown'} ${first.selector}`}${more}`
  const leg = first.legs[first.legIdx ?? 0]
  const what =
    leg === undefined ? '' : leg.currency === undefined ? names.assetOf(leg) : `payment in ${leg.currency}`
  return `${first.functionName}: ${what}${leg === undefined ? '' : ` → ${names.nameOf(leg.receiver)}`}${more}`
}

/** A user of the workflow's tenant: `b.moser (0x5662…)`, or the address alone of one whom the server does not know any more. */
export function userText({ users }: Pick<Workflow, 'users'>, user: Address): string {
  const name = users.find(({ address }) => address === user)?.name ?? null
  return name === null ? user : `${name} (${user})`
}
