// The delivery of a substitution: what goes out and comes in, its value tests, and its private details.
import type {
  AccountNumber,
  Address,
  DeliveryId,
  Fingerprint,
  InstrumentId,
  RegistryInstrument,
  Seconds,
} from '@connex/protocol'
import { needsConsent } from '@connex/protocol/deals'
import type { Asset, Deal, LotName } from '@connex/protocol/deals'
import { Haircut, proposedTestOf, substitutionOf } from '@connex/protocol/substitutions'
import type { Haircuts, SubstitutionProposal, ValueTest } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import type { DealError } from '../deals/DealError.ts'
import { refusedBy } from '../deals/DealError.ts'
import type { LoadedDeal } from '../deals/deals.ts'
import { getDeal } from '../deals/deals.ts'
import { denominationsOf, pricesOf, readInstrumentTerms } from '../deals/instrumentTerms.ts'
import type { QuotedPrice } from '../deals/instrumentTerms.ts'
import { requireConsent } from '../deals/messages.ts'
import { namedLots } from '../deals/namedLots.ts'
import type { LotQuantities } from '../deals/namedLots.ts'
import { otherParties, requirePeers } from '../deals/peers.ts'
import { ClientError } from '../errors.ts'
import { everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { digitalLeg } from '../ledger/legs.ts'
import { labelIn } from '../registries/assetLabels.ts'
import { listRegistryInstruments } from '../registries/queries.ts'
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

export async function substitutionProposal(
  client: Client,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<SubstitutionProposal> {
  const own = (await currentMe(client)).tenant.address
  const loaded = await getDeal(client, parameters.deliveryId, {}, control)
  return proposalFor(client, loaded, own, parameters, control)
}

/** What moves, with its value tests. `refusal`: why it cannot be created as it is. */
export type SubstitutionPreview = Omit<SubstitutionProposal, 'event'> & { refusal: DealError | undefined }

export async function substitutionPreview(
  client: Client,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<SubstitutionPreview> {
  const own = (await currentMe(client)).tenant.address
  const loaded = await getDeal(client, parameters.deliveryId, {}, control)
  const found = await resultFor(client, loaded, own, parameters, control)
  if ('proposal' in found) return { ...found.proposal, refusal: undefined }
  const refusal = refusedBy(loaded.deal, found.refusal)
  if (found.tested === undefined) throw refusal
  return { ...found.tested, refusal }
}

/** Throws a DealError where the lots are not free, or what comes in is not worth enough. */
async function proposalFor(
  client: Client,
  loaded: LoadedDeal,
  own: Address,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<SubstitutionProposal> {
  const found = await resultFor(client, loaded, own, parameters, control)
  if ('refusal' in found) throw refusedBy(loaded.deal, found.refusal)
  return found.proposal
}

async function resultFor(
  client: Client,
  { deal }: LoadedDeal,
  own: Address,
  parameters: SubstitutionParameters,
  control: CallControl,
): Promise<ReturnType<typeof substitutionOf>> {
  const incoming = await incomingAssets(client, parameters.in, control)
  const assets = [...deal.lots.map(({ asset }) => asset), ...incoming.map(({ asset }) => asset)]
  const terms = await readInstrumentTerms(client, assets, control)
  const date = utcDay(client)
  return substitutionOf(deal, {
    own,
    out: outgoingLots(deal, parameters.out),
    in: incoming,
    date,
    prices: pricesOf(terms, parameters.prices ?? [], date),
    haircuts: haircutsOf(parameters.haircuts ?? {}),
    denominations: denominationsOf(terms, assets),
    staleAfterDays: parameters.staleAfterDays,
    isUntestedAccepted: parameters.acceptUntested,
  })
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

/** What comes in, as its registries describe it. */
async function incomingAssets(
  client: Client,
  positions: readonly SubstituteAsset[],
  control: CallControl,
): Promise<{ asset: Asset; quantity: bigint | 'ENOUGH' }[]> {
  if (positions.length === 0) throw new ClientError('invalidInput', 'in: name at least one position')
  if (positions.filter(({ quantity }) => quantity === 'ENOUGH').length > 1)
    throw new ClientError('invalidInput', 'in: one quantity is proposed at a time')
  const reads = new Map<string, Promise<readonly RegistryInstrument[]>>()
  const instrumentsOf = ({ registryManagerAddr, registrarAddr }: SubstituteAsset) => {
    const custodian = `${registryManagerAddr}:${registrarAddr}`
    const query = { registryManagerAddr, registrarAddr }
    const read =
      reads.get(custodian) ??
      everyPage((page) => listRegistryInstruments(client, { ...page, ...query }, control))
    reads.set(custodian, read)
    return read
  }
  return Promise.all(
    positions.map(async (position) => {
      const { registryManagerAddr, registryId, quantity } = position
      if (quantity !== 'ENOUGH' && quantity <= 0n)
        throw new ClientError('invalidInput', 'in: a quantity is not above zero')
      const found = (await instrumentsOf(position)).find((one) => one.registryId === registryId)
      if (found === undefined) throw new ClientError('notFound', `Registry ${registryId}`)
      const { instrumentId, identifier, decimals } = found
      const asset = {
        assetManagerAddr: registryManagerAddr,
        assetId: registryId,
        instrumentId,
        identifier,
        decimals,
        ...labelIn(found),
      }
      return { asset, quantity }
    }),
  )
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
