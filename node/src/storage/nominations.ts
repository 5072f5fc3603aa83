import { ZERO_ADDRESS } from '@connex/protocol'
import type { Address, Nomination, NominationStatus, Page, Paging } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { page } from './page.ts'
import type { Queryable } from './queryable.ts'

/** Who was nominated as admin of a tenant; of each nominee the latest nomination. */
export async function listNominations(
  db: Queryable,
  tenant: Address,
  statuses: readonly NominationStatus[] | undefined,
  paging: Paging,
): Promise<Page<Nomination>> {
  let found = db
    .selectFrom('nominations as n')
    .select([
      'n.privilege_manager as privilegeManagerAddr',
      'n.nominee',
      'n.nominator',
      'n.status',
      'n.committable_from as committableFrom',
      'n.committable_until as committableUntil',
      'n.canceled_by as canceledBy',
    ])
    .where('n.owner', '=', tenant)
    .where(holdsAt('n'))
  if (statuses !== undefined) found = found.where('n.status', 'in', statuses)
  const rows = await page(found, paging, {
    sorts: { committableFrom: 'n.committable_from', nominee: 'n.nominee', status: 'n.status' },
    defaultSort: 'committableFrom',
    defaultOrder: 'desc',
    search: ['n.nominee', 'n.nominator', 'n.status'],
    unique: ['n.privilege_manager', 'n.nominee'],
  })
  const items = rows.items.map((row) => ({
    ...row,
    status: row.status as NominationStatus,
    canceledBy: row.canceledBy === ZERO_ADDRESS ? null : row.canceledBy,
  }))
  return { ...rows, items }
}
