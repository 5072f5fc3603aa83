// Builds a delivery from its rows: the state of a leg follows from the confirmations on the ledger.
import {
  AccountNumber,
  Bytes32,
  CASH_DECIMALS,
  Fingerprint,
  ZERO_ADDRESS,
  ZERO_BYTES32,
  expiresAt,
  isDigital,
  isIssue,
  isTerminate,
} from '@connex/protocol'
import type { Delivery, DeliveryLeg, DeliveryLegState, LegRole } from '@connex/protocol'
import type { Selectable } from 'kysely'
import type {
  CancelVotesTable,
  ConfirmationsTable,
  DeliveriesTable,
  LegsTable,
  ReceivingAccountsTable,
} from '../schema/ledgerTables.ts'

type LegRow = Selectable<LegsTable> & {
  instrument_id: string | null
  identifier: string | null
  decimals: number | null
}

/** Of one delivery; facts in the order of the ledger, legs in theirs. */
export type DeliveryRows = {
  delivery: Selectable<DeliveriesTable>
  legs: LegRow[]
  confirmations: Selectable<ConfirmationsTable>[]
  receivingAccounts: Selectable<ReceivingAccountsTable>[]
  cancelVotes: Selectable<CancelVotesTable>[]
}

export function buildDelivery({
  delivery: row,
  receivingAccounts,
  cancelVotes,
  ...rows
}: DeliveryRows): Delivery {
  const confirmations = lastOf(rows.confirmations)
  const legs = rows.legs.map((leg) => buildLeg(leg, row, confirmations, receivingAccounts))
  return {
    deliveryId: row.delivery_id,
    entityId: Bytes32.parse(row.delivery_id),
    deliveryManagerAddr: row.delivery_manager,
    deliveryState: row.state,
    creator: row.creator,
    valueDate: row.value_date,
    expiresAt: expiresAt({ valueDate: row.value_date, createdAt: row.created_at }),
    privateDataFp: row.private_data_fp,
    numLegs: row.num_legs,
    numLegsConfirmed: legs.filter(({ state }) => state === 'CONFIRMED' || state === 'DELIVERED').length,
    numLegsDelivered: legs.filter(({ state }) => state === 'DELIVERED').length,
    legs,
    confirmations: confirmations.map((confirmation) => ({
      legIdx: confirmation.leg_idx,
      role: confirmation.role,
      tenant: confirmation.tenant,
      at: confirmation.at,
      block: confirmation.from_block,
      txHash: confirmation.tx_hash,
      user: null,
    })),
    cancelVotes: cancelVotes.map((vote) => ({
      tenant: vote.tenant,
      reasonFp: vote.reason_fp,
      at: vote.at,
      txHash: vote.tx_hash,
      user: null,
    })),
    createdAt: row.created_at,
    createdBlock: row.created_block,
    createdTxHash: row.created_tx,
    createdByUser: null,
    closedAt: row.closed_at,
    closedTxHash: row.closed_tx,
    canceledBy: row.canceled_by,
    cancelReasonFp: reasonIn(row.cancel_reason_fp),
    wasRefused: row.was_refused,
  }
}

/** Each role's last confirmation of each leg, unless it was withdrawn. */
const lastOf = (confirmations: Selectable<ConfirmationsTable>[]): Selectable<ConfirmationsTable>[] =>
  confirmations.filter(
    (one, index) =>
      !one.is_withdrawn &&
      !confirmations
        .slice(index + 1)
        .some((later) => later.leg_idx === one.leg_idx && later.role === one.role),
  )

/** The ledger has zero for no reason. */
const reasonIn = (fingerprint: Bytes32 | null): Fingerprint | null =>
  fingerprint === null || fingerprint === ZERO_BYTES32 ? null : Fingerprint.parse(fingerprint)

function buildLeg(
  row: LegRow,
  delivery: Selectable<DeliveriesTable>,
  confirmations: Selectable<ConfirmationsTable>[],
  receivingAccounts: Selectable<ReceivingAccountsTable>[],
): DeliveryLeg {
  const confirmationBy = (role: LegRole) =>
    confirmations.find((confirmation) => confirmation.leg_idx === row.leg_idx && confirmation.role === role)
  const receivingAccount = receivingAccounts.findLast((one) => one.leg_idx === row.leg_idx)
  const leg = {
    legIdx: row.leg_idx,
    legEntityId: row.reference,
    legType: row.leg_type,
    sender: row.sender,
    receiver: row.receiver,
    registrar: row.registrar,
    txCoordinator: row.tx_coordinator,
    assetManagerAddr: row.asset_manager,
    assetId: row.asset_id,
    quantity: row.quantity,
    senderData: row.sender_data,
    receiverData: row.receiver_data,
    senderAccount: confirmationBy('sender')?.account ?? accountIn(row.sender_data),
    receiverAccount:
      confirmationBy('receiver')?.account ?? receivingAccount?.account ?? accountIn(row.receiver_data),
    senderConfirmed: confirmationBy('sender') !== undefined,
    receiverConfirmed: confirmationBy('receiver') !== undefined,
    registrarConfirmed: confirmationBy('registrar') !== undefined,
    coordinatorConfirmed: confirmationBy('coordinator') !== undefined,
    instrumentId: row.instrument_id as DeliveryLeg['instrumentId'],
    identifier: row.identifier,
    decimals: row.decimals ?? CASH_DECIMALS,
  }
  return { ...leg, state: legState(leg, delivery.state) }
}

/** The account in a leg's data: its first word. A custody chain may follow, and nothing else. */
export function accountIn(data: string): AccountNumber | null {
  const [, word] = /^(0x[0-9a-f]{64})([0-9a-f]{64})?$/.exec(data) ?? []
  if (word === undefined) return null
  const account = AccountNumber.safeParse(BigInt(word).toString())
  return account.success ? account.data : null
}

type Confirmable = Pick<
  DeliveryLeg,
  | 'legType'
  | 'sender'
  | 'receiver'
  | 'registrar'
  | 'txCoordinator'
  | 'senderConfirmed'
  | 'receiverConfirmed'
  | 'registrarConfirmed'
  | 'coordinatorConfirmed'
>

/** A leg's progress. An issue needs no confirmation by the sender, and a termination none by the receiver. */
function legState(leg: Confirmable, deliveryState: Delivery['deliveryState']): DeliveryLegState {
  if (deliveryState === 'SETTLED') return 'DELIVERED'
  const needed = [
    ...(isDigital(leg) && isIssue(leg) ? [] : [leg.senderConfirmed]),
    ...(isDigital(leg) && isTerminate(leg) ? [] : [leg.receiverConfirmed]),
    ...(leg.registrar === ZERO_ADDRESS ? [] : [leg.registrarConfirmed]),
    ...(leg.txCoordinator === ZERO_ADDRESS ? [] : [leg.coordinatorConfirmed]),
  ]
  if (needed.every(Boolean)) return 'CONFIRMED'
  return needed.some(Boolean) ? 'PARTIALY_CONFIRMED' : 'CREATED'
}
