// Registries as the index has them: managers, instruments, custody chains, entries, and entries proposed for a quantity.
import { proposeSet, toQuantity } from '@connex/protocol'
import type { Address, ProposedSet } from '@connex/protocol'
import { ApiError, invalid } from '../../common/errors.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import {
  findTotalIssued,
  listRegistrars,
  listRegistryInstruments,
} from '../../storage/queries/instruments.ts'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import {
  findRegistryNonce,
  findRegistryParties,
  listConfirmers,
  listCustodyChains,
} from '../../storage/queries/registries.ts'
import { listCandidates, listRegistryEntries } from '../../storage/queries/registryEntries.ts'
import type { Call, Handlers } from '../call/handler.ts'

export const registry = {
  registryManager: async ({ context }) => {
    const db = context.database.kysely
    const [addresses, registrars] = await Promise.all([listDappAddresses(db, 'registry'), listRegistrars(db)])
    const registryManagers = addresses.map((address) => ({
      address,
      registryType: 'DIGITAL',
      registrars: registrars.filter(({ manager }) => manager === address).map(({ registrar }) => registrar),
    }))
    return { registryManagers }
  },

  registryInstruments: ({ context, viewer, query }) =>
    listRegistryInstruments(context.database.kysely, viewer.tenant, query, query),

  totalIssuedAmount: async ({ context, query }) => {
    const totalIssuedAmount = await findTotalIssued(context.database.kysely, query)
    if (totalIssuedAmount === undefined) throw new ApiError('notFound')
    return { totalIssuedAmount }
  },

  registryNonce: async ({ context, query: { registryManagerAddr, tenantAddr } }) => {
    const nonce = await findRegistryNonce(context.database.kysely, registryManagerAddr, tenantAddr)
    if (nonce === undefined) throw new ApiError('notFound')
    return { nonce }
  },

  custodyChains: ({ context, viewer, query }) =>
    listCustodyChains(context.database.kysely, viewer.tenant, query, query),

  registryConfirmerAccounts: ({ context, query }) => listConfirmers(context.database.kysely, query, query),

  registryEntries: ({ context, viewer, query }) =>
    listRegistryEntries(context.database.kysely, viewer.tenant, query, query),

  proposeSet: ({ context, viewer, query: { account, ...request } }) =>
    propose(context.database.kysely, viewer.tenant, {
      ...request,
      accounts: account === undefined ? undefined : [account],
    }),

  proposeSetFrom: ({ context, viewer, body }) => propose(context.database.kysely, viewer.tenant, body),
} satisfies Partial<Handlers>

type Request = Call<'proposeSetFrom'>['body']

async function propose(db: Queryable, tenant: Address, request: Request): Promise<ProposedSet> {
  const { registryManagerAddr, registrarAddr, registryId, algorithm = 'greedy' } = request
  const parties = await findRegistryParties(db, registryManagerAddr, registryId)
  if (parties === undefined || (registrarAddr ?? parties.registrar) !== parties.registrar)
    throw new ApiError('registryNotFound')
  const candidates = await listCandidates(db, tenant, {
    ...request,
    owner: request.owner ?? tenant,
    isRedeemable: request.redeemableOnly === true,
  })
  const available = candidates.reduce((sum, { quantity }) => sum + quantity, 0n)
  const proposal = proposeSet(candidates, BigInt(request.quantity ?? available), algorithm)
  if (proposal === undefined)
    throw invalid('quantity', `must not be more than ${available}, the available quantity`)
  return {
    registryEntryFingerprints: proposal.entries.map(({ fingerprint }) => fingerprint),
    quantity: toQuantity(proposal.quantity),
  }
}
