import { listLedgerAccounts } from '../../storage/queries/accounts.ts'
import {
  findTotalIssued,
  listRegistrars,
  listRegistryInstruments,
} from '../../storage/queries/instruments.ts'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import { listPositions } from '../../storage/queries/positions.ts'
import { ApiError } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'

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
