// The platform: its settings, blacklist and contracts; dApps, the holders of privileges on them, and tenants' controllers.
import { Bytes32, privilegeId, privilegeName } from '@connex/protocol'
import type {
  Address,
  CallQuery,
  Dapp,
  DappController,
  DappType,
  Page,
  Paging,
  Quantity,
} from '@connex/protocol'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'

export type Platform = { address: Address; name: string; refundThreshold: Quantity; refundLimit: Quantity }

/** Undefined until the index has reached the block that created the platform. */
export async function findPlatform(db: Queryable): Promise<Platform | undefined> {
  return db
    .selectFrom('platform')
    .select(['address', 'name', 'refund_threshold as refundThreshold', 'refund_limit as refundLimit'])
    .where(validAt('platform'))
    .executeTakeFirst()
}

/** The contracts of one type of dApp, the oldest first. */
export async function listDappAddresses(db: Queryable, type: DappType): Promise<Address[]> {
  const rows = await db
    .selectFrom('dapps')
    .select('address')
    .where('type', '=', type)
    .where(validAt('dapps'))
    .orderBy('from_block')
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

const OPERATOR = (
  ['platform.OPERATOR', 'instrument.OPERATOR', 'registry.OPERATOR', 'delivery.OPERATOR'] as const
).map((name) => Bytes32.parse(privilegeId(name)))

export async function listDapps(
  db: Queryable,
  { dappTypes, privilegeIds, operatorAddr }: CallQuery<'dapps'>,
  paging: Paging,
): Promise<Page<Dapp>> {
  let query = db.selectFrom('dapps').select(['address', 'short_name', 'type']).where(validAt('dapps'))
  if (dappTypes !== undefined) query = query.where('type', 'in', dappTypes)
  const held = db.selectFrom('dapp_privileges as h').select('h.dapp').where(validAt('h'))
  if (privilegeIds !== undefined)
    query = query.where('address', 'in', held.where('h.privilege_id', 'in', privilegeIds))
  if (operatorAddr !== undefined)
    query = query.where(
      'address',
      'in',
      held.where('h.privilege_id', 'in', OPERATOR).where('h.holder', '=', operatorAddr),
    )
  const rows = await page(query, paging, {
    sorts: { shortName: 'short_name', address: 'address', type: 'type' },
    defaultSort: 'shortName',
    search: ['short_name', 'address', 'type'],
    unique: ['address'],
  })
  const holders = await holdersOf(
    db,
    rows.items.map(({ address }) => address),
  )
  return {
    ...rows,
    items: rows.items.map((row) => ({
      address: row.address,
      shortName: row.short_name,
      type: row.type,
      privileges: holders.get(row.address) ?? {},
    })),
  }
}

/** By dApp and privilege; a privilege that this version does not know has its id as name. */
async function holdersOf(
  db: Queryable,
  dapps: readonly Address[],
): Promise<Map<Address, Dapp['privileges']>> {
  const holders = new Map<Address, Dapp['privileges']>()
  if (dapps.length === 0) return holders
  const rows = await db
    .selectFrom('dapp_privileges')
    .select(['dapp', 'privilege_id', 'holder'])
    .distinct()
    .where('dapp', 'in', dapps)
    .where(validAt('dapp_privileges'))
    .orderBy('dapp')
    .orderBy('privilege_id')
    .orderBy('holder')
    .execute()
  for (const { dapp, privilege_id: id, holder } of rows) {
    const privileges = holders.get(dapp) ?? {}
    const name = privilegeName(id) ?? id
    privileges[name] = [...(privileges[name] ?? []), { address: holder }]
    holders.set(dapp, privileges)
  }
  return holders
}

export async function listControllers(
  db: Queryable,
  tenant: Address,
  dappTypes: readonly DappType[] | undefined,
  paging: Paging,
): Promise<Page<DappController>> {
  let query = db
    .selectFrom('dapp_controllers')
    .select(['address', 'type', 'dapp', 'tenant'])
    .where('tenant', '=', tenant)
    .where(validAt('dapp_controllers'))
  if (dappTypes !== undefined) query = query.where('type', 'in', dappTypes)
  const rows = await page(query, paging, {
    sorts: { type: 'type', address: 'address', dappAddress: 'dapp' },
    defaultSort: 'type',
    search: ['type', 'address', 'dapp'],
    unique: ['address'],
  })
  const config = await configOf(
    db,
    rows.items.map(({ address }) => address),
  )
  return {
    ...rows,
    items: rows.items.map(({ address, type, dapp, tenant: tenantAddr }) => ({
      address,
      type,
      dappAddress: dapp,
      tenantAddr,
      workflowConfig: config
        .filter(({ controller }) => controller === address)
        .map((entry) => ({
          functionSelector: entry.selector,
          privilege: privilegeName(entry.privilege_id) ?? entry.privilege_id,
          signaturesRequired: entry.signatures_required,
        })),
    })),
  }
}

const configOf = async (db: Queryable, controllers: readonly Address[]) =>
  controllers.length === 0
    ? []
    : db
        .selectFrom('workflow_config')
        .select(['controller', 'selector', 'privilege_id', 'signatures_required'])
        .where('controller', 'in', controllers)
        .where(validAt('workflow_config'))
        .orderBy('selector')
        .execute()

export async function listBlacklist(
  db: Queryable,
  addresses: readonly Address[] | undefined,
  paging: Paging,
): Promise<Page<{ address: Address }>> {
  let found = db.selectFrom('blacklist').select('address').where(validAt('blacklist'))
  if (addresses !== undefined) found = found.where('address', 'in', addresses)
  return page(found, paging, {
    sorts: { address: 'address' },
    defaultSort: 'address',
    search: ['address'],
    unique: ['address'],
  })
}

export async function isAnyBlacklisted(db: Queryable, addresses: readonly Address[]): Promise<boolean> {
  const row = await db
    .selectFrom('blacklist')
    .select('address')
    .where('address', 'in', addresses)
    .where(validAt('blacklist'))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the platform has announced this contract: a tenant's, a controller, a manager or a factory. */
export async function isKnownContract(db: Queryable, address: Address): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_contracts')
    .select('kind')
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether users may read the contract: one that the platform has announced, or any dApp, such as a token. */
export async function isReadableContract(db: Queryable, address: Address): Promise<boolean> {
  if (await isKnownContract(db, address)) return true
  const dapp = await db.selectFrom('dapps').select('type').where('address', '=', address).executeTakeFirst()
  return dapp !== undefined
}
