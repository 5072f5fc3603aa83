// Accounts and what they hold.
import { AccountNumber } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import {
  findAssetAccount,
  listAssetAccounts,
  listLedgerAccounts,
  nameAccount,
} from '../../storage/queries/accounts.ts'
import { listPositions } from '../../storage/queries/positions.ts'
import type { Handlers } from '../call/handler.ts'

export const accounts = {
  assetAccounts: ({ context, viewer, query }) =>
    listAssetAccounts(context.database.kysely, viewer.tenant, query, query),

  setAssetAccount: async ({ context, viewer, body }) => {
    const accountNum = AccountNumber.safeParse(body.accountNum)
    if (!accountNum.success) throw new ApiError('accountInvalid')
    const db = context.database.kysely
    const key = { ...body, accountNum: accountNum.data }
    // Only accounts that the registrar has opened can have a name.
    if ((await findAssetAccount(db, viewer.tenant, key)) === undefined) throw new ApiError('accountInvalid')
    if (!(await nameAccount(db, viewer.tenant, key, body))) throw new ApiError('accountInvalid')
    const account = await findAssetAccount(db, viewer.tenant, key)
    if (account === undefined) throw new ApiError('accountInvalid')
    return account
  },

  registryAccounts: ({ context, viewer, query }) =>
    listLedgerAccounts(context.database.kysely, viewer.tenant, query, query),

  positions: ({ context, viewer, query }) =>
    listPositions(context.database.kysely, viewer.tenant, query, query),
} satisfies Partial<Handlers>
