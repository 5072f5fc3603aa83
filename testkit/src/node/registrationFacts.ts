import { registrationAbi, registryStates } from '@connex/contracts'
import { zeroAddress } from 'viem'
import type { Address, Hex } from 'viem'
import type { FactContext, Fact } from './Fact.ts'
import { registryManagersOf } from './openRegistries.ts'

/** States of registries, whom they let move, and who agrees to their end. */
export function registrationFacts({ world, at, rows, one }: FactContext): Fact[] {
  const { client } = world.ledger.ledger
  const { contracts } = world.ledger.deployment
  const { registryIds, banks, registrar } = world
  const inAccounts = { registry_manager: contracts.AccountRegistryManager }
  const accountsAt = { ...at, address: contracts.AccountRegistryManager, abi: registrationAbi }

  const registries = registryManagersOf(world).flatMap((address) =>
    registryIds.flatMap((id) => [
      registryState(address, id),
      ...banks.map(({ tenant }) => mayTransfer(address, id, tenant)),
    ]),
  )
  function registryState(address: Address, id: Hex): Fact {
    const { state } = one('registries', { registry_manager: address, registry_id: id })
    const call = { ...at, address, abi: registrationAbi, functionName: 'registries', args: [id] } as const
    return {
      indexed: `registry ${state ?? 'NONE'}`,
      read: async () => `registry ${registryStates[(await client.readContract(call)).registryState]}`,
    }
  }
  function mayTransfer(address: Address, id: Hex, sender: Address): Fact {
    const wanted = { registry_manager: address, registry_id: id, sender }
    const call = { ...at, address, abi: registrationAbi, functionName: 'isSenderWhitelisted' } as const
    return {
      indexed: `may transfer ${rows('sender_whitelist', wanted).length === 1}`,
      read: async () => `may transfer ${await client.readContract({ ...call, args: [id, sender] })}`,
    }
  }
  const confirmer: Fact = {
    indexed: `confirmer ${one('registry_confirmers', { ...inAccounts, tenant: registrar.tenant })['confirmer'] ?? zeroAddress}`,
    read: async () =>
      `confirmer ${await client.readContract({ ...accountsAt, functionName: 'confirmers', args: [registrar.tenant] })}`.toLowerCase(),
  }
  return [...registries, confirmer]
}
