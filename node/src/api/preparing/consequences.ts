// What signing a transaction does, in sentences, read back from its bytes: neither the request nor a form can alter them.
import { formatCash, formatQuantity, instrumentText } from '@connex/protocol'
import type { Address, CancelKind, RegistryInstrument } from '@connex/protocol'
import { paidCash } from '@connex/protocol/deals'
import type { DealDetails } from '@connex/protocol/deals'
import type { SignedCall, SignedLeg } from '@connex/sdk/preparing'

export type Names = {
  own: Address
  tenants: ReadonlyMap<Address, string>
  registries: readonly RegistryInstrument[]
  /** The delivery's own, for the amount of a payment, which is not on the ledger. */
  details: Pick<DealDetails, 'cashQuantity' | 'cashCurrency' | 'deal'> | undefined
}

type FunctionName = SignedCall['functionName']

const SENTENCES: Record<Exclude<FunctionName, 'createDelivery' | 'cancelDelivery'>, string> = {
  confirmDelivery: 'You confirm both what you deliver and what you receive; what you deliver is earmarked.',
  confirmAsSender: 'You confirm that you deliver; the quantity is earmarked.',
  confirmAsReceiver: 'You confirm that you receive.',
  confirmAsCoordinator: 'You confirm as the coordinator.',
  reportExternalDelivery: 'You report that you have delivered this outside the ledger.',
  confirmExternalDelivery: 'You confirm that you have received this outside the ledger.',
}

const CANCELS: Record<CancelKind, string> = {
  cancel: 'You cancel the delivery: it ends, and nothing stays earmarked.',
  requestCancel: 'You request cancellation of the delivery. It continues until the other side agrees.',
  agreeCancel: 'You agree to cancel the delivery: it ends, and nothing stays earmarked.',
  refuse: 'You refuse the delivery as its registrar: it ends, and nothing stays earmarked.',
}

export const REFUND_SENTENCE = 'The platform tops up the coins of your wallet. Nothing else changes.'

/** A sentence for each action, leg and condition. `cancel`: what the cancel does in the delivery's state. */
export const consequencesOf = (
  calls: readonly SignedCall[],
  names: Names,
  cancel: CancelKind | undefined,
): string[] =>
  calls.flatMap((call) => [
    actText(call, names, cancel),
    ...call.legs
      // A report concerns its own leg alone.
      .map((leg, legIdx) => ({ leg, legIdx }))
      .filter(({ legIdx }) => call.legIdx === undefined || call.legIdx === legIdx)
      .map(({ leg, legIdx }) => legText(leg, call.accounts[legIdx], names)),
    ...(call.valueDate === undefined ? [] : [`Nothing settles before ${dayOf(call.valueDate)} (UTC).`]),
  ])

function actText(call: SignedCall, { own }: Names, cancel: CancelKind = 'cancel'): string {
  if (call.functionName === 'cancelDelivery') return CANCELS[cancel]
  if (call.functionName === 'confirmDelivery' && isRegistrar(call, own))
    return 'You confirm as the registrar: with the last confirmation, all legs settle.'
  if (call.functionName !== 'createDelivery') return SENTENCES[call.functionName]
  const isEarmarked = call.legs.some((leg) => leg.sender === own && leg.senderAccount !== undefined)
  return `You create a delivery${isEarmarked ? '; what you deliver is earmarked now' : ''}. It settles once all parties have confirmed.`
}

/** A payment has no registrar. Who delivers or receives where somebody else is the registrar confirms as a party. */
const isRegistrar = ({ legs }: SignedCall, own: Address): boolean =>
  legs.every((leg) => leg.registrar === own || (leg.sender !== own && leg.receiver !== own))

function legText(leg: SignedLeg, named: string | undefined, { own, tenants, registries, details }: Names) {
  const nameOf = (address: Address): string => tenants.get(address) ?? address
  const [sender, receiver] = [nameOf(leg.sender), nameOf(leg.receiver)]
  if (leg.currency !== undefined) {
    const { cashQuantity, cashCurrency } = paidCash(details)
    const amount =
      cashQuantity === null
        ? `an unknown amount in ${leg.currency}`
        : formatCash(cashQuantity, cashCurrency ?? leg.currency)
    return `${sender} pays ${amount} to ${receiver}, outside the ledger.`
  }
  const senderAccount = leg.sender === own ? (named ?? leg.senderAccount) : leg.senderAccount
  const receiverAccount = leg.receiver === own ? (named ?? leg.receiverAccount) : leg.receiverAccount
  const from = senderAccount === undefined ? '' : ` from account ${senderAccount}`
  const into = receiverAccount === undefined ? '' : `, account ${receiverAccount}`
  const registry = registries.find(
    ({ registryId, registryManagerAddr }) =>
      registryId === leg.registryId && registryManagerAddr === leg.assetManagerAddr,
  )
  const what =
    registry === undefined
      ? `${leg.quantity} smallest units of an unknown instrument`
      : `${formatQuantity(leg.quantity, registry.decimals)} ${instrumentText(registry.identifier, registry.label)}`
  if (leg.sender === leg.registrar) return `${sender} issues ${what} to ${receiver}${into}.`
  if (leg.receiver === leg.registrar) return `${receiver} terminates ${what} of ${sender}${from}.`
  return `${sender} delivers ${what}${from} to ${receiver}${into}, with ${nameOf(leg.registrar)} as registrar.`
}

const UTC_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const dayOf = (seconds: number): string => UTC_DAY.format(seconds * 1000)
