import { lockingLegManagerAbi } from '@connex/contracts'
import { zeroHash } from 'viem'
import type { Hex } from 'viem'
import type { Asking, Fact } from './Fact.ts'

const LIVING = ['CREATED', 'PENDING']

/** Locks: they live as long as their delivery is open. */
export function lockFacts({ world, at, rows, one }: Asking): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const locksAt = { ...at, address: contracts.HtlcLegManager, abi: lockingLegManagerAbi }

  return rows('locks').map((row): Fact => {
    const { state } = one('deliveries', { delivery_id: String(row['delivery_id']) })
    const isLiving = LIVING.includes(String(state))
    return {
      said: isLiving
        ? `lock ${row['hash']} ${row['deadline']} ${row['key'] !== null}`
        : `lock ${zeroHash} 0 false`,
      async ask() {
        const args = [row['leg_ref'] as Hex] as const
        const lock = await client.readContract({ ...locksAt, functionName: 'locks', args })
        return `lock ${lock.hash} ${lock.deadline} ${lock.isUnlocked}`
      },
    }
  })
}
