// Audit entries for hosted tenants' actions on the ledger: who signed, through which controller, about which entity.
import { ZERO_ADDRESS } from '@connex/protocol'
import type { Address, AuditAction, DappType, TxHash } from '@connex/protocol'
import type { NewAuditEntry } from '../storage/queries/audit.ts'
import type { Queryable } from '../storage/engine/database.ts'
import type { BatchSignersTable } from '../storage/schema/platformTables.ts'
import type { InstrumentsTable } from '../storage/schema/ledgerTables.ts'
import type { VersionedName } from '../storage/schema/versionKeys.ts'
import type { Entry, Folded } from './foldBatch.ts'

/** An entry's entity is the first of these that its transaction has changed. */
const ENTITIES: readonly [VersionedName, string][] = [
  ['deliveries', 'delivery_id'],
  ['instruments', 'instrument_id'],
  ['registrations', 'registry_id'],
  ['registries', 'registry_id'],
]

export async function auditEntriesOf(
  trx: Queryable,
  { entries, appended }: Folded,
  blocks: ReadonlyMap<number, number>,
  hostedTenants: readonly Address[],
): Promise<NewAuditEntry[]> {
  const signers = (appended.get('batch_signers') ?? []) as unknown as readonly BatchSignersTable[]
  const batches = signers.filter((row) => row.is_sender && hostedTenants.includes(row.tenant))
  const created = entries.filter(({ table, before }) => table === 'instruments' && before === undefined)
  if (batches.length === 0 && created.length === 0) return []
  const types = await controllerTypes(trx, batches)
  const entityIds = entityIdsByTransaction(entries)
  const senders = new Map(
    signers.filter((row) => row.is_sender).map((row) => [row.tx_hash, row.user_address]),
  )
  const done: ToEntry = (action, details, block) => ({
    ...details,
    source: 'ON-CHAIN',
    action,
    outcome: 'DONE',
    status: null,
    at: blocks.get(block) ?? 0,
    block,
  })
  const executions = batches.map((row) =>
    done(
      'EXECUTE',
      {
        tenantAddr: row.tenant,
        userAddr: row.user_address,
        type: typeOf(types.get(row.controller)),
        entityId: entityIds.get(row.tx_hash) ?? '',
        call: row.digest === null ? 'CallsDelegated' : 'BatchDelegated',
        txHash: row.tx_hash,
      },
      row.from_block,
    ),
  )
  return [...executions, ...created.flatMap((entry) => creationsOf(entry, hostedTenants, senders, done))]
}

type ToEntry = (
  action: AuditAction,
  details: Pick<NewAuditEntry, 'tenantAddr' | 'userAddr' | 'type' | 'entityId' | 'call' | 'txHash'>,
  block: number,
) => NewAuditEntry

/** An instrument's creation, for its issuer and its manager. */
function creationsOf(
  { versions, txHashes }: Entry,
  hostedTenants: readonly Address[],
  senders: ReadonlyMap<TxHash, Address>,
  done: ToEntry,
): NewAuditEntry[] {
  const [first] = versions
  const row = first?.row as unknown as InstrumentsTable | undefined
  const [txHash] = txHashes
  if (first === undefined || row === undefined || txHash === undefined) return []
  const tenants = [...new Set([row.issuer, row.managed_by])].filter((tenant) =>
    hostedTenants.includes(tenant),
  )
  return tenants.map((tenantAddr) =>
    done(
      'CREATE',
      {
        tenantAddr,
        userAddr: senders.get(txHash) ?? ZERO_ADDRESS,
        type: typeOf('instrument'),
        entityId: row.instrument_id,
        call: 'InstrumentCreated',
        txHash,
      },
      first.from,
    ),
  )
}

/** The first part of the dApp's paths: `typeOf('delivery')` → 'delivery-manager' */
const typeOf = (type: DappType | undefined): string =>
  type === undefined || type === 'platform' ? 'platform' : `${type}-manager`

async function controllerTypes(
  trx: Queryable,
  batches: readonly BatchSignersTable[],
): Promise<Map<Address, DappType>> {
  if (batches.length === 0) return new Map()
  const rows = await trx
    .selectFrom('dapp_controllers')
    .select(['address', 'type'])
    .where('address', 'in', [...new Set(batches.map(({ controller }) => controller))])
    .orderBy('from_block')
    .execute()
  return new Map(rows.map(({ address, type }) => [address, type]))
}

function entityIdsByTransaction(entries: readonly Entry[]): Map<TxHash, string> {
  const entityIds = new Map<TxHash, string>()
  for (const [table, column] of ENTITIES)
    for (const entry of entries) {
      if (entry.table !== table) continue
      for (const txHash of entry.txHashes)
        if (!entityIds.has(txHash)) entityIds.set(txHash, String(entry.key[column]))
    }
  return entityIds
}
