// The delivery of a substitution: what goes out and comes in, its value tests, and its private details.
import type { AccountNumber, Address, DeliveryId, Fingerprint, InstrumentId, Seconds } from '@connex/protocol'
import { assetKey, needsConsent } from '@connex/protocol/deals'
import type { Asset, Deal, LotName } from '@connex/protocol/deals'
import { Haircut, proposedTestOf, substitutionOf } from '@connex/protocol/substitutions'
import type {
  CollateralDoubt,
  Haircuts,
  SubstitutionProposal,
  ValueTest,
} from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import { findCollateralDoubts } from '../deals/collateral.ts'
import type { IncomingCollateral } from '../deals/collateral.ts'
import { registriesOf, unusableCustodians } from '../deals/custodians.ts'
import type { Registries } from '../deals/custodians.ts'
import type { DealError } from '../deals/DealError.ts'
import { refusedBy } from '../deals/DealError.ts'
import type { LoadedDeal } from '../deals/deals.ts'
import { getDeal } from '../deals/deals.ts'
import { denominationsOf, pricesOf, readInstrumentTerms } from '../deals/instrumentTerms.ts'
import type { InstrumentTerms, QuotedPrice } from '../deals/instrumentTerms.ts'
import { requireConsent } from '../deals/messages.ts'
import { namedLots } from '../deals/namedLots.ts'
import type { LotQuantities } from '../deals/namedLots.ts'
import { otherParties, requirePeers } from '../deals/peers.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { digitalLeg } from '../ledger/legs.ts'
import { labelIn } from '../registries/assetLabels.ts'
import { parseInput } from '../parseInput.ts'
import { currentMe, utcDay } from '../session/session.ts'
import type { OwnAsset } from './createTransfer.ts'
import { legBack, quoting, shortened } from './partReturn.ts'
import type { NewDelivery } from './publishDelivery.ts'

/** An own position that becomes collateral. ENOUGH: the smallest quantity that passes the value tests; of one asset alone. */
export type SubstituteAsset = Omit<OwnAsset, 'quantity'> & { quantity: bigint | 'ENOUGH' }

export type SubstitutionParameters = {
  /** The opening of the repo or of the securities loan. */
  deliveryId: DeliveryId
  /** What comes back, in smallest units by lot, such as `{ P1: 5_000_000n }`. */
  out: LotQuantities
  /** Up to 31. */
  in: readonly SubstituteAsset[]
  /** For the value tests; the details of the delivery quote them. */
  prices?: readonly QuotedPrice[] | undefined
  /** Per cent, by instrument, in place of those of the terms. */
  haircuts?: Readonly<Record<InstrumentId, string>> | undefined
  /** How many business days old a price may be; default: 1. */
  staleAfterDays?: number | undefined
  /** Goes on although values cannot be tested. */
  acceptUntested?: boolean | undefined
  /** The own account into which everything comes back; default: those from which it was delivered. */
  receive?: AccountNumber | undefined
  /** The requests that it answers: the details quote them. Default: those to which the holder has agreed, where the terms want its consent. */
  answers?: readonly Fingerprint[] | undefined
  description?: string | undefined
  /** A UTC midnight in seconds before which nothing settles. */
  valueDate?: Seconds | undefined
}

export async function substitutionDelivery(
  client: Client,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<NewDelivery> {
  const own = (await currentMe(client)).tenant.address
  const loaded = await getDeal(client, parameters.deliveryId, {}, control)
  const proposal = await proposalFor(client, loaded, own, parameters, control)
  const { out, answers: quoted } = parameters
  const answers = needsConsent(loaded.deal)
    ? await requireConsent(client, { deal: loaded.deal, out, quoted }, control)
    : quoted
  const delivery = deliveryOf(loaded, proposal, own, { ...parameters, answers })
  await requirePeers(client, otherParties(delivery, own), 'deals', control)
  return delivery
}

/** With what both sides should know of what comes in. */
export type CheckedSubstitution = SubstitutionProposal & { doubts: readonly CollateralDoubt[] }

export async function substitutionProposal(
  client: Client,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<CheckedSubstitution> {
  const own = (await currentMe(client)).tenant.address
  const { deal } = await getDeal(client, parameters.deliveryId, {}, control)
  const { result, ...known } = await resultFor(client, deal, own, parameters, control)
  if ('refusal' in result) throw refusedBy(deal, result.refusal)
  const { proposal } = result
  return { ...proposal, doubts: await doubtsOf(client, deal, own, { ...proposal, ...known }, control) }
}

/** What moves, with its value tests. `refusal`: why it cannot be created as it is. */
export type SubstitutionPreview = Omit<CheckedSubstitution, 'event'> & { refusal: DealError | undefined }

export async function substitutionPreview(
  client: Client,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<SubstitutionPreview> {
  const own = (await currentMe(client)).tenant.address
  const { deal } = await getDeal(client, parameters.deliveryId, {}, control)
  const { result, ...known } = await resultFor(client, deal, own, parameters, control)
  const refusal = 'refusal' in result ? refusedBy(deal, result.refusal) : undefined
  const tested = 'proposal' in result ? result.proposal : result.tested
  if (tested === undefined) throw refusal ?? new TypeError('what is tested or refused')
  const { moves, test } = tested
  return { moves, test, refusal, doubts: await doubtsOf(client, deal, own, { moves, ...known }, control) }
}

type Known = { registries: Registries; terms: InstrumentTerms }

const doubtsOf = (
  client: Client,
  deal: Deal,
  own: Address,
  { moves, ...known }: Known & Pick<SubstitutionProposal, 'moves'>,
  control: CallControl,
): Promise<CollateralDoubt[]> =>
  findCollateralDoubts(
    client,
    { deal, giver: own, incoming: moves.filter(({ sender }) => sender === own), ...known },
    control,
  )

/** Throws a DealError where the lots are not free, or what comes in is not worth enough. */
async function proposalFor(
  client: Client,
  { deal }: LoadedDeal,
  own: Address,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<SubstitutionProposal> {
  const { result } = await resultFor(client, deal, own, parameters, control)
  if ('refusal' in result) throw refusedBy(deal, result.refusal)
  return result.proposal
}

async function resultFor(
  client: Client,
  deal: Deal,
  own: Address,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<Known & { result: ReturnType<typeof substitutionOf> }> {
  const out = outgoingLots(deal, parameters.out)
  const gone = deal.lots.flatMap(({ lot, asset }) => (out.some((one) => one.lot === lot) ? [asset] : []))
  const registries = await registriesOf(client, [...gone, ...parameters.in.map(placeOf)], control)
  const incoming = incomingAssets(parameters.in, registries)
  const assets = [...deal.lots.map(({ asset }) => asset), ...incoming.map(({ asset }) => asset)]
  const [terms, unusable] = await Promise.all([
    readInstrumentTerms(client, assets, control),
    unusableCustodians(client, registries, control),
  ])
  const date = utcDay(client)
  const result = substitutionOf(deal, {
    own,
    out,
    in: incoming,
    date,
    prices: pricesOf(terms, parameters.prices ?? [], date),
    haircuts: haircutsOf(parameters.haircuts ?? {}),
    denominations: denominationsOf(terms, assets),
    unusable,
    staleAfterDays: parameters.staleAfterDays,
    isUntestedAccepted: parameters.acceptUntested,
  })
  return { result, registries, terms }
}

const haircutsOf = (haircuts: Readonly<Record<InstrumentId, string>>): Haircuts =>
  new Map(
    (Object.entries(haircuts) as [InstrumentId, string][]).map(([instrument, haircut]) => [
      instrument,
      parseInput(Haircut, haircut),
    ]),
  )

function outgoingLots(deal: Deal, out: LotQuantities): { lot: LotName; quantity: bigint }[] {
  const chosen = namedLots(deal, out, 'out').map(({ lot, quantity }) => ({ lot: lot.lot, quantity }))
  if (chosen.length === 0) throw new ClientError('invalidInput', 'out: name at least one lot')
  return chosen
}

const placeOf = ({ registryManagerAddr, registryId }: SubstituteAsset) => ({
  assetManagerAddr: registryManagerAddr,
  assetId: registryId,
})

/** What comes in, as its registries describe it. */
function incomingAssets(
  positions: readonly SubstituteAsset[],
  registries: Registries,
): { asset: Asset; quantity: bigint | 'ENOUGH' }[] {
  if (positions.length === 0) throw new ClientError('invalidInput', 'in: name at least one position')
  if (positions.filter(({ quantity }) => quantity === 'ENOUGH').length > 1)
    throw new ClientError('invalidInput', 'in: one quantity is proposed at a time')
  return positions.map((position) => {
    const { registrarAddr, registryId, quantity } = position
    if (quantity !== 'ENOUGH' && quantity <= 0n)
      throw new ClientError('invalidInput', 'in: a quantity is not above zero')
    const found = registries.get(assetKey(placeOf(position)))
    if (found === undefined || found.registrarAddr !== registrarAddr)
      throw new ClientError('notFound', `Registry ${registryId}`)
    const { instrumentId, identifier, decimals } = found
    return {
      asset: { ...placeOf(position), instrumentId, identifier, decimals, ...labelIn(found) },
      quantity,
    }
  })
}

/** The delivery of a proposal. Pure. */
function deliveryOf(
  loaded: LoadedDeal,
  { moves, event }: SubstitutionProposal,
  own: Address,
  { deliveryId, valueDate, receive, description, ...parameters }: SubstitutionParameters,
): NewDelivery {
  const count = moves.length - parameters.in.length
  const legs = moves.map((move, index) => {
    const position = parameters.in[index - count]
    if (position === undefined) return legBack(move, loaded, own, { receive })
    const { account: senderAccount, ...asset } = position
    const { sender, receiver, quantity } = move
    return digitalLeg({ ...asset, sender, receiver, quantity, senderAccount })
  })
  const opened = loaded.deliveries[0]?.details?.description ?? ''
  const text = description ?? `Substitution in ${opened}`
  return {
    legs,
    details: {
      description: shortened(text),
      openingDeliveryId: deliveryId,
      deal: quoting(event, parameters.answers),
    },
    valueDate,
  }
}

export type ProposedSubstitution = {
  deliveryId: DeliveryId
  openingDeliveryId: DeliveryId
  /** One's own, in place of those that it quotes. */
  prices?: readonly QuotedPrice[] | undefined
}

export async function substitutionTest(
  client: Client,
  { deliveryId, openingDeliveryId, prices = [] }: ProposedSubstitution,
  control: CallControl,
): Promise<ValueTest | undefined> {
  const { deal } = await getDeal(client, openingDeliveryId, {}, control)
  const entry = deal.events.find((one) => one.deliveryId === deliveryId)
  if (entry?.kind !== 'SUBSTITUTION') return undefined
  const terms = await readInstrumentTerms(
    client,
    deal.lots.map(({ asset }) => asset),
    control,
  )
  const today = utcDay(client)
  return proposedTestOf(deal, entry, { prices: pricesOf(terms, prices, today), date: today })
}

export async function substitutionDoubts(
  client: Client,
  { deliveryId, openingDeliveryId }: Pick<ProposedSubstitution, 'deliveryId' | 'openingDeliveryId'>,
  control: CallControl,
): Promise<CollateralDoubt[]> {
  const { deal } = await getDeal(client, openingDeliveryId, {}, control)
  const entry = deal.events.find((one) => one.deliveryId === deliveryId)
  if (entry?.kind !== 'SUBSTITUTION') return []
  const incoming = entry.moves.flatMap(({ lot, way }) => {
    const found = deal.lots.find((one) => one.lot === lot)
    // It is earmarked already, so its giver's availability is without it.
    return found === undefined || way === 'back' ? [] : [{ ...found, quantity: 0n }]
  })
  const [first] = incoming
  return first === undefined ? [] : doubtsAbout(client, { deal, giver: first.giver, incoming }, control)
}

/** The doubts about securities of which nothing has been read yet. */
export async function doubtsAbout(
  client: Client,
  collateral: Omit<IncomingCollateral, keyof Known>,
  control: CallControl,
): Promise<CollateralDoubt[]> {
  const assets = collateral.incoming.map(({ asset }) => asset)
  const [registries, terms] = await Promise.all([
    registriesOf(client, assets, control),
    readInstrumentTerms(client, assets, control),
  ])
  return findCollateralDoubts(client, { ...collateral, registries, terms }, control)
}
