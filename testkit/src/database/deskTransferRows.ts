// What the indexer and the server would have written about a drawn transfer.
import {
  expiresAt,
  isCancelRequested,
  PENDING_STATES,
  Seconds,
  ZERO_ADDRESS,
  ZERO_BYTES32,
} from '@connex/protocol'
import type { Address } from '@connex/protocol'
import type { Schema } from '../../../node/src/storage/schema/schema.ts'
import { DESK, DESK_INSTRUMENTS, word } from './deskTransfers.ts'
import type { DrawnTransfer } from './deskTransfers.ts'
import { SEEDED } from './ledgerRows.ts'

export type Rows = Partial<Record<keyof Schema, object[]>>

/** `rowsOfTransfer(drawTransfer(random, 1, []))` → { deliveries: [{ … }], transfer_views: [{ … }, { … }], … } */
export const rowsOfTransfer = (drawn: DrawnTransfer): Rows => ({
  deliveries: [deliveryOf(drawn)],
  transfer_views: [DESK.viewer, drawn.other].map((party) => viewOf(drawn, party)),
  legs: legsOf(drawn),
  ...factsOf(drawn),
  delivery_details: detailsOf(drawn),
})

const idOf = ({ n }: DrawnTransfer) => word('d', n)

function expiryOf({ state, at, valueDate }: DrawnTransfer) {
  const dates = { valueDate: Seconds.parse(valueDate), createdAt: Seconds.parse(at - 60) }
  return PENDING_STATES.includes(state) ? expiresAt(dates) : null
}

/** Sender and receiver of the first leg. */
const partiesOf = ({ isDelivering, other }: DrawnTransfer): [Address, Address] =>
  isDelivering ? [DESK.viewer, other] : [other, DESK.viewer]

function deliveryOf(drawn: DrawnTransfer) {
  const { n, state, at } = drawn
  const hasEnded = state === 'SETTLED' || state === 'CANCELED'
  return {
    delivery_id: idOf(drawn),
    delivery_manager: SEEDED.deliveryManager,
    state: hasEnded ? state : 'PENDING',
    creator: drawn.creator,
    value_date: drawn.valueDate,
    private_data_fp: word('c', n),
    num_legs: 2,
    created_at: at - 60,
    created_block: n,
    created_log_index: 0,
    created_tx: word('a', n),
    closed_at: hasEnded ? at : null,
    closed_block: hasEnded ? n : null,
    closed_log_index: hasEnded ? 0 : null,
    was_refused: false,
    from_block: n,
  }
}

function viewOf(drawn: DrawnTransfer, party: Address) {
  const { n, kind, isPayment, state, other, at, valueDate } = drawn
  const first = isPayment ? undefined : drawn.first
  const [sender, receiver] = partiesOf(drawn)
  const back = kind === 'SEC_LEND' ? drawn.second : undefined
  const asset = (side: string, of: number | undefined) => ({
    [`${side}_registry_id`]: of === undefined ? null : word('e', of),
    [`${side}_instrument_id`]: of === undefined ? null : word('e', of),
    [`${side}_identifier`]: of === undefined ? null : `DE000CNX000${of}`,
    [`${side}_quantity`]: of === undefined ? null : drawn.quantity,
    [`${side}_decimals`]: of === undefined ? null : DESK_INSTRUMENTS[of]?.decimals,
  })
  const waitsFor = {
    PENDING: party,
    PENDING_COUNTERPARTY: other,
    PENDING_CUSTODIAN: DESK.registrar,
    SETTLED: null,
    CANCELED: null,
  }
  return {
    delivery_id: idOf(drawn),
    viewer: party,
    transfer_type: kind,
    direction: party === sender ? 'DELIVER' : 'RECEIVE',
    state,
    turns: '',
    counterparty: party === DESK.viewer ? other : DESK.viewer,
    sender,
    receiver,
    registry_manager: isPayment ? ZERO_ADDRESS : SEEDED.registryManager,
    registrar: isPayment ? ZERO_ADDRESS : DESK.registrar,
    ...asset('deliver', party === sender ? first : back),
    ...asset('receive', party === sender ? back : first),
    value_date: valueDate === 0 ? null : valueDate,
    expires_at: expiryOf(drawn),
    created_at: at - 60,
    created_block: n,
    created_log_index: 0,
    waits_for: waitsFor[state],
    is_cancel_requested: isCancelRequested(
      { state, cancelVotes: drawn.cancelVotes.map((tenant) => ({ tenant })) },
      party,
    ),
    last_at: at,
    from_block: n,
  }
}

function legsOf(drawn: DrawnTransfer) {
  const { n, kind, isPayment, quantity, first, second } = drawn
  const [sender, receiver] = partiesOf(drawn)
  const leg = (legIdx: number, type: 'DIGITAL' | 'EXTERNAL', of: number) => ({
    delivery_id: idOf(drawn),
    leg_idx: legIdx,
    leg_type: type,
    sender: legIdx === 0 ? sender : receiver,
    receiver: legIdx === 0 ? receiver : sender,
    registrar: type === 'EXTERNAL' ? ZERO_ADDRESS : DESK.registrar,
    tx_coordinator: ZERO_ADDRESS,
    asset_manager: type === 'EXTERNAL' ? ZERO_ADDRESS : SEEDED.registryManager,
    asset_id: type === 'EXTERNAL' ? ZERO_BYTES32 : word('e', of),
    quantity,
    sender_data: '0x',
    receiver_data: '0x',
    reference: word('b', n * 2 + legIdx),
    from_block: n,
    log_index: legIdx,
    tx_hash: word('a', n),
  })
  const back = leg(1, kind === 'REPO' ? 'EXTERNAL' : 'DIGITAL', second)
  return [leg(0, isPayment ? 'EXTERNAL' : 'DIGITAL', first), ...(kind === 'FOP' ? [] : [back])]
}

function factsOf(drawn: DrawnTransfer): Rows {
  const { n, other, at, cancelVotes } = drawn
  const fact = { delivery_id: idOf(drawn), at, from_block: n, tx_hash: word('a', n) }
  return {
    confirmations: [{ ...fact, leg_idx: 0, role: 'coordinator', tenant: other, data: '0x', log_index: 4 }],
    cancel_votes: cancelVotes.map((tenant, index) => ({
      ...fact,
      tenant,
      reason_fp: ZERO_BYTES32,
      log_index: 5 + index,
    })),
  }
}

function detailsOf(drawn: DrawnTransfer) {
  const { n, other, whose, details } = drawn
  if (whose === 'none') return []
  return [
    {
      tenant: whose === 'others' ? other : DESK.viewer,
      delivery_id: idOf(drawn),
      fingerprint: word(whose === 'wrong' ? '0bad' : 'c', n),
      details: JSON.stringify(details),
      status: whose === 'wrong' ? 'FINGERPRINT_MISMATCH' : 'SYNCED',
      stored_at: 1,
    },
  ]
}
