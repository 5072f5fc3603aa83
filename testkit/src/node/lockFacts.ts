import { escrowLegManagerAbi, lockingLegManagerAbi } from '@connex/contracts'
import { encodeAbiParameters, keccak256, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import type { FactContext, Fact } from './Fact.ts'

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
