// Entries as the index has them, and which of them to take for a quantity.
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
import { findRegistryParties } from '../../storage/queries/registries.ts'
import { listCandidates, listRegistryEntries } from '../../storage/queries/registryEntries.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { ApiError, invalid } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'

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
