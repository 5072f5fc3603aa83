import {
  aspectsAbi,
  earmarkProtocolsAbi,
  nominationStatuses,
  platformManagerAbi,
  privilegeManagerAbi,
} from '@connex/contracts'
import { keccak256, pad, zeroAddress, zeroHash } from 'viem'
import type { Hex } from 'viem'
import type { FactContext, Fact } from './fact.ts'

/** Aspects and privileges that random business sets and takes back. */
export const ASPECTS: readonly Hex[] = [keccak256('0x01'), keccak256('0x02')]
export const RIGHTS: readonly Hex[] = [keccak256('0x03'), keccak256('0x04')]
export const HOLDERS: readonly Hex[] = [pad('0x0a', { size: 20 }), pad('0x0b', { size: 20 })]

/** Who recovers a tenant, whom it nominates, what it grants, and the aspects of an instrument. */
export const administrationFacts = (context: FactContext): Fact[] => [
  ...rulingFacts(context),
  ...aspectFacts(context),
  ...lateFacts(context),
]

function rulingFacts({ world, at, rows, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { InstrumentManager } = world.ledger.deployment.contracts

  return world.banks.flatMap(({ tenant, privilegeManager }): Fact[] => {
    const call = { ...at, address: privilegeManager, abi: privilegeManagerAbi }
    const rule = one('privilege_managers', { address: privilegeManager })
    const nominated =
      rows('nominations', { privilege_manager: privilegeManager }).find(
        (row) => row['status'] === 'NOMINATED',
      ) ?? {}
    return [
      {
        indexed: `recoverer ${rule['recoverer'] ?? zeroAddress} ${rule['recoverer_active_from'] ?? 0}`,
        read: async () =>
          `recoverer ${(await client.readContract({ ...call, functionName: 'recoverer' })).join(' ')}`,
      },
      {
        indexed: `nominated ${nominated['nominee'] ?? zeroAddress} ${nominated['committable_from'] ?? 0}`,
        async read() {
          const latest = await client.readContract({ ...call, functionName: 'nomination' })
          const isOpen = nominationStatuses[latest.status] === 'NOMINATED'
          return isOpen
            ? `nominated ${latest.nominee} ${latest.committableFrom}`
            : `nominated ${zeroAddress} 0`
        },
      },
      ...HOLDERS.flatMap((holder) =>
        RIGHTS.flatMap((right) =>
          [zeroAddress, InstrumentManager].map((instance): Fact => {
            const wanted = { tenant, user_address: holder, privilege_id: right }
            const isHeld = [zeroAddress, instance].some(
              (where) => rows('user_privileges', { ...wanted, instance: where }).length > 0,
            )
            const args = [holder, right, instance] as const
            return {
              indexed: `granted ${isHeld}`,
              read: async () =>
                `granted ${await client.readContract({ ...call, functionName: 'checkGranted', args })}`,
            }
          }),
        ),
      ),
    ]
  })
}

/** The protocols of registry managers that came late: none until they are registered, all of them from then on. */
function lateFacts({ world, at, rows }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { PlatformManager } = world.ledger.deployment.contracts
  return world.lateDapps.map(({ name, manager }): Fact => {
    const indexed = rows('earmark_protocols', { registry_manager: manager }).map(
      (row) => `${row['protocol']}`,
    )
    const read = { ...at, address: PlatformManager, abi: platformManagerAbi } as const
    return {
      indexed: `${name} ${indexed.toSorted().join(' ')}`,
      async read() {
        const type = await client.readContract({ ...read, functionName: 'dappTypeOf', args: [manager] })
        const call = { ...at, address: manager, abi: earmarkProtocolsAbi } as const
        const known = await client.readContract({ ...call, functionName: 'earmarkProtocols' })
        const protocols = BigInt(type) === 0n ? [] : known.map(({ protocol }) => protocol.toLowerCase())
        return `${name} ${protocols.toSorted().join(' ')}`
      },
    }
  })
}

function aspectFacts({ world, at, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { InstrumentManager } = world.ledger.deployment.contracts
  const { traditionalId } = world
  return ASPECTS.map((aspect): Fact => {
    const wanted = { dapp: InstrumentManager, entity_id: traditionalId, aspect_id: aspect }
    const row = one('aspects', wanted)
    const call = { ...at, address: InstrumentManager, abi: aspectsAbi, functionName: 'getAspect' } as const
    return {
      indexed: `aspect ${row['record_id'] ?? zeroHash} ${row['owner'] ?? zeroAddress}`,
      async read() {
        const { aspectRecordId, owner } = await client.readContract({
          ...call,
          args: [traditionalId, aspect],
        })
        return `aspect ${aspectRecordId} ${owner}`
      },
    }
  })
}
