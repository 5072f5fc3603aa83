import { findRegistryNonce, listConfirmers, listCustodyChains } from '../../storage/queries/registries.ts'
import { ApiError } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'

export const registryFacts: Pick<Handlers, 'registryNonce' | 'custodyChains' | 'registryConfirmerAccounts'> =
  {
    registryNonce: async ({ context, query: { registryManagerAddr, tenantAddr } }) => {
      const nonce = await findRegistryNonce(context.database.kysely, registryManagerAddr, tenantAddr)
      if (nonce === undefined) throw new ApiError('notFound')
      return { nonce }
    },

    custodyChains: ({ context, viewer, query }) =>
      listCustodyChains(context.database.kysely, viewer.tenant, query, query),

    registryConfirmerAccounts: ({ context, query }) => listConfirmers(context.database.kysely, query, query),
  }
