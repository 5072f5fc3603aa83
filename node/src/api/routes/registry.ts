import { proposeSet, toQuantity } from '@connex/protocol'
import type {
  AccountNumber,
  Address,
  Fingerprint,
  ProposedSet,
  ProposeSetAlgorithm,
  Quantity,
  RegistryId,
} from '@connex/protocol'
import { ApiError, invalid } from '../../common/errors.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { listLedgerAccounts } from '../../storage/queries/accounts.ts'
import {
  findTotalIssued,
  listRegistrars,
  listRegistryInstruments,
} from '../../storage/queries/instruments.ts'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import { listPositions } from '../../storage/queries/positions.ts'
import {
  findRegistryNonce,
  findRegistryParties,
  listConfirmers,
  listCustodyChains,
} from '../../storage/queries/registries.ts'
import { listCandidates, listRegistryEntries } from '../../storage/queries/registryEntries.ts'
import type { Handlers } from '../call/handler.ts'

export const registry: Pick<
  Handlers,
  'registryManager' | 'registryInstruments' | 'totalIssuedAmount' | 'registryAccounts' | 'positions'
> = {
  registryManager: async ({ context }) => {
    const db = context.database.kysely
    const [addresses, kept] = await Promise.all([listDappAddresses(db, 'registry'), listRegistrars(db)])
    const registryManagers = addresses.map((address) => ({
      address,
      registryType: 'DIGITAL',
      registrars: kept.filter(({ manager }) => manager === address).map(({ registrar }) => registrar),
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

  registryAccounts: ({ context, viewer, query }) =>
    listLedgerAccounts(context.database.kysely, viewer.tenant, query, query),

  positions: ({ context, viewer, query }) =>
    listPositions(context.database.kysely, viewer.tenant, query, query),
}

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

// Entries as the index has them, and which of them to take for a quantity.

export const registryEntries: Pick<Handlers, 'registryEntries' | 'proposeSet' | 'proposeSetFrom'> = {
  registryEntries: ({ context, viewer, query }) =>
    listRegistryEntries(context.database.kysely, viewer.tenant, query, query),

  proposeSet: ({ context, viewer, query: { account, ...wanted } }) =>
    propose(context.database.kysely, viewer.tenant, {
      ...wanted,
      accounts: account === undefined ? undefined : [account],
    }),

  proposeSetFrom: ({ context, viewer, body }) => propose(context.database.kysely, viewer.tenant, body),
}

type Wanted = {
  registryManagerAddr: Address
  registrarAddr?: Address | undefined
  registryId: RegistryId
  redeemableOnly?: boolean | undefined
  quantity?: Quantity | undefined
  algorithm?: ProposeSetAlgorithm | undefined
  owner?: Address | undefined
  accounts?: readonly AccountNumber[] | undefined
  without?: readonly Fingerprint[] | undefined
}

async function propose(db: Queryable, tenant: Address, wanted: Wanted): Promise<ProposedSet> {
  const { registryManagerAddr, registrarAddr, registryId, algorithm = 'greedy' } = wanted
  const parties = await findRegistryParties(db, registryManagerAddr, registryId)
  if (parties === undefined || (registrarAddr ?? parties.registrar) !== parties.registrar)
    throw new ApiError('registryNotFound')
  const candidates = await listCandidates(db, tenant, {
    ...wanted,
    owner: wanted.owner ?? tenant,
    isRedeemable: wanted.redeemableOnly === true,
  })
  const free = candidates.reduce((sum, { quantity }) => sum + quantity, 0n)
  const proposal = proposeSet(candidates, BigInt(wanted.quantity ?? free), algorithm)
  if (proposal === undefined) throw invalid('quantity', `more than the ${free} that can be proposed`)
  return {
    registryEntryFingerprints: proposal.entries.map(({ fingerprint }) => fingerprint),
    quantity: toQuantity(proposal.quantity),
  }
}
