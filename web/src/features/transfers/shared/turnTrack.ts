// Whose turn a transfer is, as three nodes: you, the other investors, the custodian.
import { owedBy, type Address, type Owed, type Transfer } from '@connex/protocol'
import { formatExactly } from '../../../lib/format.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages, t } from '../../../messages/t.ts'

addMessages(transactions)

export type TrackParty = 'you' | 'counterparty' | 'custodian'
/** now: is waited for. later: comes after somebody else. absent: the transfer needs nothing of this party. */
export type NodeState = 'done' | 'now' | 'later' | 'canceled' | 'absent'

export type TrackNode = {
  party: TrackParty
  state: NodeState
  /** One for each confirmation of the party, in the order of giving them: whether it is there. */
  confirmations: readonly boolean[]
  hasVotedToCancel: boolean
}

export type Tracked = Pick<Transfer, 'deliveryState' | 'legs' | 'cancelVotes'>

const PARTIES: readonly TrackParty[] = ['you', 'counterparty', 'custodian']

/**
 * The three nodes of a transfer, as a viewer sees it: today, or once only `left` is still owed.
 *
 * @example
 * turnTrack(transfer, alpenbank).map(({ state }) => state) // ['done', 'now', 'later']
 */
export function turnTrack(transfer: Tracked, viewer: Address, left?: readonly Owed[]): TrackNode[] {
  const partyOf = ({ tenant, duty }: Owed): TrackParty =>
    tenant === viewer ? 'you' : duty === 'register' || duty === 'coordinate' ? 'custodian' : 'counterparty'
  const { deliveryState } = transfer
  // What a canceled transfer still lacked is no longer owed, but it was never given.
  const missing =
    left ?? owedBy({ ...transfer, deliveryState: deliveryState === 'CANCELED' ? 'PENDING' : deliveryState })
  return PARTIES.map((party) => {
    const owed = missing.filter((one) => partyOf(one) === party)
    const confirmations = everyDuty(transfer)
      .filter((one) => partyOf(one) === party)
      .map((duty) => !owed.some((one) => isSame(one, duty)))
    return {
      party,
      state: confirmations.length === 0 ? 'absent' : nodeState(transfer, owed),
      confirmations,
      hasVotedToCancel: hasVoted(transfer, party, viewer),
    }
  })
}

function nodeState({ deliveryState }: Tracked, owed: readonly Owed[]): NodeState {
  if (deliveryState === 'CANCELED') return 'canceled'
  if (owed.length === 0) return 'done'
  return owed.some(({ mayGiveNow }) => mayGiveNow) ? 'now' : 'later'
}

/** What the transfer took, or takes, from its creation to its settlement. */
const everyDuty = ({ legs }: Tracked): Owed[] =>
  owedBy({
    deliveryState: 'CREATED',
    legs: legs.map((leg) => ({
      ...leg,
      senderConfirmed: false,
      receiverConfirmed: false,
      registrarConfirmed: false,
      coordinatorConfirmed: false,
    })),
  })

const isSame = (one: Owed, other: Owed): boolean =>
  one.tenant === other.tenant && one.duty === other.duty && one.legIdx === other.legIdx

function hasVoted({ legs, cancelVotes }: Tracked, party: TrackParty, viewer: Address): boolean {
  const custodians = new Set(legs.flatMap(({ registrar, txCoordinator }) => [registrar, txCoordinator]))
  return cancelVotes.some(({ tenant }) =>
    tenant === viewer ? party === 'you' : party === (custodians.has(tenant) ? 'custodian' : 'counterparty'),
  )
}

type Step = { tenant: Address; at: number; block: number; key: 'created' | 'confirmed' }
type History = Pick<Transfer, 'creator' | 'createdAt' | 'createdBlock' | 'createdTxHash' | 'confirmations'>

/** Who has confirmed, when and in which block, a line for each transaction; for a tooltip. */
export function historyText(transfer: History, nameOf: (tenant: Address) => string): string {
  const { creator, createdAt, createdBlock, createdTxHash, confirmations } = transfer
  const steps = new Map<string, Step>([
    [createdTxHash, { tenant: creator, at: createdAt, block: createdBlock, key: 'created' }],
  ])
  for (const { tenant, at, block, txHash } of confirmations)
    if (!steps.has(txHash)) steps.set(txHash, { tenant, at, block, key: 'confirmed' })
  return [...steps.values()]
    .map(({ tenant, at, block, key }) =>
      t(`Track.${key}`, { name: nameOf(tenant), when: formatExactly(at), block: String(block) }),
    )
    .join('\n')
}
