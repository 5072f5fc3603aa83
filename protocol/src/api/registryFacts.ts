// Facts of the registries that the ledger tells.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields } from '../paging.ts'
import { Address, Bytes32, RegistryId } from '../scalars.ts'
import { READ_ENTRIES, READ_REGISTRATIONS } from './access.ts'

export const registryNonce = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-nonce',
  summary: 'The nonce that a tenant signs when it unregisters a registry, as on the ledger',
  privileges: READ_REGISTRATIONS,
  query: z.object({ registryManagerAddr: Address, tenantAddr: Address }),
  response: z.object({ nonce: z.string().check(z.regex(/^[0-9]+$/)) }),
  errors: ['ledgerFailed'],
})

export const CustodyChain = z.object({
  custodyChainId: Bytes32,
  registryManagerAddr: Address,
  registryId: RegistryId,
  /** From the transfer agent at the top down to the last custodian. */
  custodians: z.array(Address),
})
export type CustodyChain = z.infer<typeof CustodyChain>

export const custodyChains = endpoint({
  method: 'GET',
  path: '/registry-manager/custody-chains',
  summary: 'Custody chains in which the own tenant has a place',
  privileges: READ_ENTRIES,
  query: z.object({ ...pagingFields, custodyChainId: z.optional(Bytes32) }),
  response: page(CustodyChain),
  isPage: true,
})

export const registryConfirmerAccounts = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-confirmer-accounts',
  summary: 'The accounts that confirm for registries, as on the ledger',
  privileges: READ_REGISTRATIONS,
  query: z.object(pagingFields),
  response: page(z.object({ registryManagerAddr: Address, tenantAddr: Address, confirmer: Address })),
  isPage: true,
})
