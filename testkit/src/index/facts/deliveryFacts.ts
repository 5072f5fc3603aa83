import {
  deliveryLegStates,
  deliveryManagerAbi,
  escrowLegManagerAbi,
  legTypes,
  lockingLegManagerAbi,
} from '@connex/contracts'
import { isCancelRequested } from '@connex/protocol'
import type { CancelVote, TransferState } from '@connex/protocol'
import { encodeAbiParameters, keccak256, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import { buildDelivery } from '../../../../node/src/storage/projections/deliveryRows.ts'
import type { DeliveryRows } from '../../../../node/src/storage/projections/deliveryRows.ts'
import type { AnyRow } from '../../../../node/src/storage/schema/versionKeys.ts'
import type { Fact, FactContext } from './fact.ts'

/** How far each leg of each delivery has come, and who has requested to cancel it. */
export function legFacts({ world, at, rows }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { DeliveryManager } = world.ledger.deployment.contracts
  const call = { ...at, address: DeliveryManager, abi: deliveryManagerAbi }
  const of = (table: string) => Map.groupBy(rows(table), (row) => String(row['delivery_id']))
  const [legsOf, confirmationsOf, receivingAccountsOf] = [
    of('legs'),
    of('confirmations'),
    of('receiving_accounts'),
  ]

  return rows('deliveries').map((row): Fact => {
    const id = String(row['delivery_id'])
    const inOrder = (legsOf.get(id) ?? []).toSorted((a, b) => Number(a['leg_idx']) - Number(b['leg_idx']))
    const deliveryRows = {
      delivery: row,
      legs: inOrder.map((leg) => ({ ...leg, instrument_id: null, identifier: null, decimals: null })),
      confirmations: (confirmationsOf.get(id) ?? []).toSorted(byPlace),
      receivingAccounts: receivingAccountsOf.get(id) ?? [],
      cancelVotes: [],
    } as unknown as DeliveryRows
    const { legs } = buildDelivery(deliveryRows)
    return {
      indexed: `legs ${legs.map(({ state }) => state).join()}`,
      async read() {
        const args = [id as Hex, inOrder.map(legOf)] as const
        const states = await client.readContract({ ...call, functionName: 'legStates', args })
        return `legs ${states.map((state) => deliveryLegStates[state]).join()}`
      },
    }
  })
}

/** In the order of the ledger. */
const byPlace = (one: AnyRow, other: AnyRow): number =>
  Number(one['from_block']) - Number(other['from_block']) ||
  Number(one['log_index']) - Number(other['log_index'])

const legOf = (row: AnyRow) => ({
  legType: legTypes.findIndex((name) => name === row['leg_type']),
  sender: row['sender'] as Address,
  receiver: row['receiver'] as Address,
  registrar: row['registrar'] as Address,
  txCoordinator: row['tx_coordinator'] as Address,
  assetManager: row['asset_manager'] as Address,
  assetId: row['asset_id'] as Hex,
  quantity: BigInt(String(row['quantity'])),
  senderData: row['sender_data'] as Hex,
  receiverData: row['receiver_data'] as Hex,
})

/** Whether another party requests to cancel it, as the index stores it with each view, and as the votes say. */
export function cancelFacts({ rows }: FactContext): Fact[] {
  const votesOf = Map.groupBy(rows('cancel_votes'), (row) => row['delivery_id'])
  return rows('transfer_views').map((view): Fact => {
    const transfer = {
      state: view['state'] as TransferState,
      cancelVotes: (votesOf.get(view['delivery_id']) ?? []) as unknown as CancelVote[],
    }
    const isRequested = isCancelRequested(transfer, view['viewer'] as CancelVote['tenant'])
    const of = `${view['delivery_id']} of ${view['viewer']}`
    return {
      indexed: `${of} cancellation requested ${view['is_cancel_requested']}`,
      read: () => Promise.resolve(`${of} cancellation requested ${isRequested}`),
    }
  })
}

const LIVING = ['CREATED', 'PENDING']

/** Locks, which live as long as their delivery is open, and what leg managers could not give back. */
export function lockFacts({ world, at, rows, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const locksAt = { ...at, address: contracts.HtlcLegManager, abi: lockingLegManagerAbi }

  const managers = new Map<unknown, Address>([
    ['HTLC', contracts.HtlcLegManager],
    ['ERC20', contracts.Erc20LegManager],
    ['ERC721', contracts.Erc721LegManager],
  ])
  const owed = rows('legs').flatMap((leg): Fact[] => {
    const manager = managers.get(leg['leg_type'])
    if (manager === undefined) return []
    const legRef = legReference(leg['delivery_id'] as Hex, Number(leg['leg_idx']))
    const row = one('owed_legs', { leg_manager: manager, leg_ref: legRef })
    const call = { ...at, address: manager, abi: escrowLegManagerAbi, functionName: 'isOwed' } as const
    return [
      {
        indexed: `owed ${row['owner'] !== undefined}`,
        read: async () => `owed ${await client.readContract({ ...call, args: [legRef] })}`,
      },
    ]
  })
  const locks = rows('locks').map((row): Fact => {
    const { state } = one('deliveries', { delivery_id: String(row['delivery_id']) })
    const isLiving = LIVING.includes(String(state))
    return {
      indexed: isLiving
        ? `lock ${row['hash']} ${row['deadline']} ${row['key'] !== null}`
        : `lock ${zeroHash} 0 false`,
      async read() {
        const args = [row['leg_ref'] as Hex] as const
        const lock = await client.readContract({ ...locksAt, functionName: 'locks', args })
        return `lock ${lock.hash} ${lock.deadline} ${lock.isUnlocked}`
      },
    }
  })
  return [...locks, ...owed]
}

const legReference = (id: Hex, legIdx: number): Hex =>
  keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [id, BigInt(legIdx)]))
