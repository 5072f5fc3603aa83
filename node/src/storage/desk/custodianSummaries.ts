// Each custodian at a glance: what lies with it, and what it still has to confirm.
import { PENDING_STATES } from '@connex/protocol'
import type { Address, CustodianKey, CustodianSummary, TransferType } from '@connex/protocol'
import type { Queryable } from '../engine/database.ts'
import { listLedgerAccounts } from '../queries/accounts.ts'
import { sumPositions } from '../queries/positions.ts'
import { countTransfers } from '../queries/transfers.ts'

/** Which of the figures the viewer may read. */
export type Readable = { positions: boolean; accounts: boolean; transfers: boolean }

/** In the order of the keys. */
export const summarizeCustodians = (
  db: Queryable,
  tenant: Address,
  custodians: readonly CustodianKey[],
  may: Readable,
): Promise<CustodianSummary[]> =>
  Promise.all(
    custodians.map(async (key) => {
      const [registryManagerAddr, registrarAddr] = key.split(':') as [Address, Address]
      const pair = { registryManagerAddr, registrarAddr }
      const pending = (type: TransferType) =>
        may.transfers
          ? countTransfers(db, tenant, { ...pair, transferType: [type], state: [...PENDING_STATES] })
          : null
      const [totals, accounts, mints, burns] = await Promise.all([
        may.positions ? sumPositions(db, tenant, { ...pair, owner: tenant }, {}) : null,
        may.accounts
          ? listLedgerAccounts(db, tenant, { ...pair, tenantAddr: tenant }, { itemsPerPage: 1 })
          : null,
        pending('MINT'),
        pending('BURN'),
      ])
      return { ...pair, totals, accounts: accounts && accounts.totalItemCount, mints, burns }
    }),
  )
