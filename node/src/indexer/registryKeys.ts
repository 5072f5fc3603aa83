// The keys of what a registry manager speaks of, as the projections have them.
import type { Address } from '@connex/protocol'
import { accountNumber, address, bytes32, registryId } from './scalars.ts'

export const registryKey = (manager: Address, id: string) => ({
  registry_manager: manager,
  registry_id: registryId(id),
})

export const accountKey = (manager: Address, id: string, owner: string, account: bigint) => ({
  ...registryKey(manager, id),
  owner: address(owner),
  account: accountNumber(account),
})

export const chainKey = (manager: Address, chainId: string) => ({
  registry_manager: manager,
  chain_id: bytes32(chainId),
})

export const chainAccountKey = (manager: Address, chainId: string, owner: string, account: bigint) => ({
  ...chainKey(manager, chainId),
  owner: address(owner),
  account: accountNumber(account),
})
