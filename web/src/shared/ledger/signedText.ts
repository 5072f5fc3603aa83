import type { Address, RegistryId } from '@connex/protocol'
import type { SignedCall, SignedLeg } from '@connex/sdk'
import { formatQuantity, formatUtcDay } from '../../lib/format.ts'
import { instrumentName, shorten } from '../../lib/identifiers.ts'
import { useRegistryInstruments } from '../../lib/instruments.ts'
import { t } from '../../messages/t.ts'

/** The names for addresses and registries; without a name, the text contains the bytes. */
export type SignedNames = {
  own: Address
  nameOf: (address: Address) => string
  instrumentOf: (leg: SignedLeg) => { name: string; decimals: number } | undefined
}

/** A call's action, and a sentence for each of its legs. */
export const signedText = (call: SignedCall, names: SignedNames): { act: string; legs: string[] } => ({
  act: [
    t(`Signed.${requestIn(call) ?? call.functionName}`),
    ...(call.valueDate === undefined ? [] : [t('Deal.not_before', { day: formatUtcDay(call.valueDate) })]),
  ].join(' '),
  legs: call.legs
    // Reporting or confirming a payment concerns that payment alone.
    .filter((_, legIdx) => call.legIdx === undefined || call.legIdx === legIdx)
    .map((leg, legIdx) => legText(leg, call.accounts[legIdx], names)),
})

/** A single leg from or to the registrar is a mint or burn request, not a transfer. */
function requestIn({ functionName, legs }: SignedCall) {
  const [leg, ...others] = legs
  if (leg === undefined || others.length > 0) return undefined
  const kind = leg.sender === leg.registrar ? 'Mint' : leg.receiver === leg.registrar ? 'Burn' : undefined
  if (kind === undefined) return undefined
  if (functionName === 'createDelivery') return `create${kind}` as const
  return functionName === 'cancelDelivery' ? (`cancel${kind}` as const) : undefined
}

function legText(leg: SignedLeg, named: string | undefined, { own, nameOf, instrumentOf }: SignedNames) {
  const parties = { sender: nameOf(leg.sender), receiver: nameOf(leg.receiver) }
  if (leg.currency !== undefined) return t('Signed.payment', { ...parties, currency: leg.currency })
  const instrument = instrumentOf(leg)
  const what =
    instrument === undefined
      ? t('Signed.units', {
          quantity: leg.quantity.toLocaleString('en'),
          registry: shorten(leg.registryId ?? ''),
        })
      : `${formatQuantity(leg.quantity, instrument.decimals)} ${instrument.name}`
  const from = leg.sender === own ? (named ?? leg.senderAccount) : leg.senderAccount
  const into = leg.receiver === own ? (named ?? leg.receiverAccount) : leg.receiverAccount
  return [
    t('Signed.leg', { what, ...parties }),
    ...(from === undefined ? [] : [t('Signed.from', { account: from })]),
    ...(into === undefined ? [] : [t('Signed.into', { account: into })]),
  ].join(', ')
}

/** The names and decimals of the instruments of these registries. */
export function useRegistryNames(registryIds: readonly RegistryId[]): SignedNames['instrumentOf'] {
  const instrumentOf = useRegistryInstruments(registryIds)
  return ({ registryId, assetManagerAddr }: SignedLeg) => {
    const found = instrumentOf(assetManagerAddr, registryId)
    return found && { name: instrumentName(found.identifier, found.label), decimals: found.decimals }
  }
}
