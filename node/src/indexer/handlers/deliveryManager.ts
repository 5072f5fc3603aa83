import { legRoles, legTypes, registryTypes } from '@connex/contracts'
import type { deliveryManagerAbi, lockingLegManagerAbi } from '@connex/contracts'
import { legReference } from '@connex/protocol'
import type { LegRole } from '@connex/protocol'
import { accountIn } from '../../storage/projections/deliveryRows.ts'
import type { RowOf } from '../../storage/schema/versionKeys.ts'
import { append, close, discover, patch, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent, Occurrence } from './change.ts'
import { address, bytes32, decimal, deliveryId, fingerprint, hexData, nameOf, seconds } from './scalars.ts'

const ROLES: Record<(typeof legRoles)[number], LegRole | undefined> = {
  NONE: undefined,
  SENDER: 'sender',
  RECEIVER: 'receiver',
  REGISTRAR: 'registrar',
  COORDINATOR: 'coordinator',
}

/** Deliveries, their legs, confirmations and ends. */
export const deliveryManager: Handlers<typeof deliveryManagerAbi> = {
  DeliveryCreated: (event) => {
    const id = deliveryId(event.args.deliveryId)
    return [
      upsert('deliveries', { delivery_id: id }, () => created(event)),
      ...event.args.legs.map((leg, index) =>
        append('legs', {
          delivery_id: id,
          leg_idx: index,
          leg_type: nameOf(legTypes, leg.legType),
          sender: address(leg.sender),
          receiver: address(leg.receiver),
          registrar: address(leg.registrar),
          tx_coordinator: address(leg.txCoordinator),
          asset_manager: address(leg.assetManager),
          asset_id: bytes32(leg.assetId),
          quantity: decimal(leg.quantity),
          sender_data: hexData(leg.senderData),
          receiver_data: hexData(leg.receiverData),
          reference: legReference(id, index),
        }),
      ),
    ]
  },
  LegConfirmed: (event) => {
    const role = ROLES[nameOf(legRoles, event.args.role)]
    return role === undefined ? [] : confirmed(event, role, event.args.data)
  },
  LegLocked: (event) => {
    const { args, address: manager } = event
    const key = { delivery_manager: manager, leg_ref: legReference(args.deliveryId, args.legIdx) }
    return [
      ...confirmed(event, 'sender', args.data),
      upsert('locks', key, () => ({
        ...key,
        ...keyOf(args),
        leg_idx: Number(args.legIdx),
        hash: bytes32(args.hash),
        deadline: seconds(args.deadline),
        key: null,
      })),
    ]
  },

  LegUnlocked: (event) => {
    const { args, address: manager } = event
    const key = { delivery_manager: manager, leg_ref: legReference(args.deliveryId, args.legIdx) }
    return [...confirmed(event, 'receiver', '0x'), patch('locks', key, { key: hexData(args.key) })]
  },

  LegLockReleased: (event) => {
    const { args, address: manager } = event
    const key = { delivery_manager: manager, leg_ref: legReference(args.deliveryId, args.legIdx) }
    return [...withdrawn(event, 'sender'), ...withdrawn(event, 'receiver'), close('locks', key)]
  },

  LegDeliveryNotified: (event) =>
    confirmed({ ...event, args: { ...event.args, by: event.args.legManager } }, 'receiver', '0x'),

  ExternalDeliveryReported: (event) => confirmed(event, 'sender', '0x'),
  ExternalDeliveryConfirmed: (event) => confirmed(event, 'receiver', '0x'),
  ReceiverAccountSet: ({ args }) => [
    append('receiving_accounts', {
      delivery_id: deliveryId(args.deliveryId),
      leg_idx: Number(args.legIdx),
      account: accountIn(args.data),
      data: hexData(args.data),
    }),
  ],
  DeliverySettled: (event) => [
    patch('deliveries', keyOf(event.args), { state: 'SETTLED', ...closedBy(event) }),
  ],
  DeliveryCancelRequested: ({ at, args }) => [
    append('cancel_votes', {
      ...keyOf(args),
      tenant: address(args.by),
      reason_fp: bytes32(args.reasonFp),
      at,
    }),
  ],
  DeliveryCanceled: (event) => [
    patch('deliveries', keyOf(event.args), {
      state: 'CANCELED',
      ...closedBy(event),
      canceled_by: address(event.args.by),
      cancel_reason_fp: bytes32(event.args.reasonFp),
      was_refused: event.args.refused,
    }),
  ],
  LegManagerRegistered: ({ address: manager, args }) => {
    const key = { delivery_manager: manager, leg_type: nameOf(legTypes, args.legType) }
    return [
      discover(address(args.legManager), 'legManager', manager),
      upsert('leg_managers', key, () => ({
        ...key,
        address: address(args.legManager),
        registry_type: nameOf(registryTypes, args.registryType),
        active: true,
      })),
    ]
  },
  LegManagerUnregistered: ({ address: manager, args }) => [
    patch(
      'leg_managers',
      { delivery_manager: manager, leg_type: nameOf(legTypes, args.legType) },
      { active: false },
    ),
  ],
}

type Created = LedgerEvent<{
  deliveryId: string
  creator: string
  privateDataFp: string
  valueDate: bigint
  legs: readonly unknown[]
}>

const created = ({ address: manager, block, at, logIndex, txHash, args }: Created): RowOf<'deliveries'> => ({
  ...keyOf(args),
  delivery_manager: manager,
  state: 'CREATED',
  creator: address(args.creator),
  value_date: seconds(args.valueDate),
  private_data_fp: fingerprint(args.privateDataFp),
  num_legs: args.legs.length,
  created_at: at,
  created_block: block,
  created_log_index: logIndex,
  created_tx: txHash,
  closed_at: null,
  closed_block: null,
  closed_log_index: null,
  closed_tx: null,
  canceled_by: null,
  cancel_reason_fp: null,
  was_refused: false,
})

type Confirmed = LedgerEvent<{ deliveryId: string; legIdx: bigint; by: string }>

function confirmed({ at, args }: Confirmed, role: LegRole, data: string): Change[] {
  return [
    append('confirmations', {
      ...keyOf(args),
      leg_idx: Number(args.legIdx),
      role,
      tenant: address(args.by),
      account: accountIn(data),
      data: hexData(data),
      at,
      is_withdrawn: false,
    }),
    patch('deliveries', keyOf(args), (row) => ({ state: row.state === 'CREATED' ? 'PENDING' : row.state })),
  ]
}

/** Takes back a lock's confirmation, or its unlocking. */
const withdrawn = ({ at, args }: Confirmed, role: LegRole): Change[] => [
  append('confirmations', {
    ...keyOf(args),
    leg_idx: Number(args.legIdx),
    role,
    tenant: address(args.by),
    account: null,
    data: hexData('0x'),
    at,
    is_withdrawn: true,
  }),
]

const keyOf = (args: { deliveryId: string }) => ({ delivery_id: deliveryId(args.deliveryId) })

const closedBy = ({ at, block, logIndex, txHash }: Occurrence) => ({
  closed_at: at,
  closed_block: block,
  closed_log_index: logIndex,
  closed_tx: txHash,
})

/** Managers of leg types with tokens in escrow. The delivery manager's event of a lock comes before theirs. */
export const legManager: Handlers<typeof lockingLegManagerAbi> = {
  LockTaken: (event) => [
    ofLock(event, { hash: bytes32(event.args.hash), deadline: seconds(event.args.deadline) }),
  ],
  LockOpened: (event) => [ofLock(event, { key: hexData(event.args.key) })],
  LegReleaseOwed: ({ address: manager, args }) => {
    const key = { leg_manager: manager, leg_ref: bytes32(args.legRef) }
    return [upsert('owed_legs', key, () => ({ ...key, owner: address(args.owner) }))]
  },
  LegReclaimed: ({ address: manager, args }) => [
    close('owed_legs', { leg_manager: manager, leg_ref: bytes32(args.legRef) }),
  ],
}

type LockChange = Parameters<typeof patch<'locks'>>[2]

/** A leg manager's owner is its delivery manager. */
const ofLock = ({ owner, args }: LedgerEvent<{ legRef: string }>, change: LockChange): Change =>
  patch('locks', { delivery_manager: owner, leg_ref: bytes32(args.legRef) }, change)
