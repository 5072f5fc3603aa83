// Registries: each holds one instrument, maintained by one registrar.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { AssetClass, RegistryInstrument, RegistryState } from '../entities/instrument.ts'
import { AuditId, pagingFields, queryInteger, queryList } from '../paging.ts'
import { Address, Bytes32, InstrumentId, Quantity, RegistryId } from '../scalars.ts'
import { IN_INSTRUMENTS } from '../access.ts'

const registryFilters = {
  registryManagerAddr: z.optional(Address),
  registrarAddr: z.optional(Address),
  registryIds: z.optional(queryList(RegistryId)),
  instrumentIds: z.optional(queryList(InstrumentId)),
  registryState: z.optional(queryList(RegistryState)),
  instrumentManagerAddr: z.optional(Address),
  /** The registrar of the instrument's own registry, which this one follows. */
  instrumentRegistrarAddr: z.optional(Address),
  assetClass: z.optional(AssetClass),
  instrumentIssuer: z.optional(Address),
  instrumentRevision: z.optional(queryInteger(0, 1_000_000_000)),
  identifier: z.optional(z.string().check(z.maxLength(100))),
  /** A registry's id, or an instrument's. */
  entityId: z.optional(Bytes32),
  /** What has changed in this block or after. */
  fromBlock: z.optional(queryInteger(0, 1_000_000_000_000)),
  /** What these entries of the own audit are about. */
  auditIds: z.optional(queryList(AuditId)),
}

export const registriesApi = {
  registryManager: endpoint({
    method: 'GET',
    path: '/registry-manager',
    summary: "The registry managers' static data",
    response: z.object({
      registryManagers: z.array(
        z.object({ address: Address, registryType: z.string(), registrars: z.array(Address) }),
      ),
    }),
  }),
  registryInstruments: endpoint({
    method: 'GET',
    path: '/registry-manager/instruments',
    summary: 'Instruments by registry, with their issue size and suspension state',
    tenantPrivileges: IN_INSTRUMENTS,
    query: z.object({ ...pagingFields, ...registryFilters }),
    response: page(RegistryInstrument),
    isPage: true,
  }),
  totalIssuedAmount: endpoint({
    method: 'GET',
    path: '/registry-manager/instruments/total-issued-amount',
    summary: 'Issued minus terminated quantity of one registry',
    tenantPrivileges: IN_INSTRUMENTS,
    query: z.object({
      registryManagerAddr: Address,
      registryId: RegistryId,
      instrumentId: z.optional(InstrumentId),
    }),
    response: z.object({ totalIssuedAmount: Quantity }),
    errors: ['notFound'],
  }),
}
