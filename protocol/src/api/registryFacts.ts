// Facts of the registries that the ledger tells.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields } from '../paging.ts'
import { Address, Bytes32, InstrumentId, Quantity, RegistryId } from '../scalars.ts'
import { IN_INSTRUMENTS, IN_REGISTRIES, READ_ENTRIES, READ_REGISTRATIONS } from './access.ts'

export const registryNonce = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-nonce',
  summary: "The nonce that a tenant's confirmer signs when it agrees that a registry ends, as on the ledger",
  privileges: READ_REGISTRATIONS,
  tenantPrivileges: IN_INSTRUMENTS,
  query: z.object({ registryManagerAddr: Address, tenantAddr: Address }),
  response: z.object({ nonce: z.string().check(z.regex(/^[0-9]+$/)) }),
  errors: ['notFound'],
})

export const CustodyChain = z.object({
  custodyChainId: Bytes32,
  registryManagerAddr: Address,
  registryId: RegistryId,
  registrarAddr: Address,
  instrumentId: InstrumentId,
  identifier: z.string(),
  decimals: z.number(),
  transferAgentAddr: Address,
  /** From the depositary's side to the holder's. */
  custodians: z.array(Address),
  onramped: Quantity,
  offramped: Quantity,
})
export type CustodyChain = z.infer<typeof CustodyChain>

export const custodyChains = endpoint({
  method: 'GET',
  path: '/registry-manager/custody-chains',
  summary: 'Custody chains in which the own tenant has a place: as registrar, agent, custodian or holder',
  privileges: READ_ENTRIES,
  tenantPrivileges: IN_REGISTRIES,
  query: z.object({
    ...pagingFields,
    custodyChainId: z.optional(Bytes32),
    registryManagerAddr: z.optional(Address),
    registryId: z.optional(RegistryId),
  }),
  response: page(CustodyChain),
  isPage: true,
})

export const registryConfirmerAccounts = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-confirmer-accounts',
  summary: 'Whose signature stands for a tenant where a registry ends, by registry manager, as on the ledger',
  privileges: READ_REGISTRATIONS,
  tenantPrivileges: IN_INSTRUMENTS,
  query: z.object({
    ...pagingFields,
    registryManagerAddr: z.optional(Address),
    tenantAddr: z.optional(Address),
  }),
  response: page(z.object({ registryManagerAddr: Address, tenantAddr: Address, confirmer: Address })),
  isPage: true,
})
