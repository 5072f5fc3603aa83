// The projections of everything else that the ledger says: entries, custody chains, marks, locks, code, who signed what.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

type Columns = Record<string, string>

const hex = 'text COLLATE "C" NOT NULL'
const text = 'text NOT NULL'
const integer = 'integer NOT NULL'
const int8 = 'int8 NOT NULL'
const number = 'numeric(78, 0) NOT NULL'
const boolean = 'boolean NOT NULL'
const hexes = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, hex]))

/** The key's columns come first. */
const versioned: Record<string, { key: Columns; rest: Columns }> = {
  platform_settings: {
    key: { address: hex },
    rest: { ...hexes('operator_tenant', 'default_factory'), is_permissioned: boolean },
  },
  dapp_types: { key: { type_id: hex }, rest: hexes('maintainer', 'descriptor_fp', 'factory') },
  privilege_managers: {
    key: { address: hex },
    rest: { ...hexes('owner', 'super_user', 'recoverer'), recoverer_active_from: int8 },
  },
  nominations: {
    key: hexes('privilege_manager', 'nominee'),
    rest: {
      ...hexes('owner', 'nominator', 'canceled_by'),
      committable_from: int8,
      committable_until: int8,
      status: text,
    },
  },
  factories: { key: { address: hex }, rest: { owner: hex } },
  tenant_codes: { key: { factory: hex, version: number }, rest: { implementation: hex } },
  created_tenants: { key: { tenant: hex }, rest: { ...hexes('factory', 'platform'), version: number } },
  implementations: {
    key: { dapp: hex },
    rest: { implementation: hex, version: 'numeric(78, 0)', is_rollback: boolean },
  },
  aspects: { key: hexes('dapp', 'entity_id', 'aspect_id'), rest: hexes('record_id', 'owner') },
  locks: {
    key: hexes('delivery_manager', 'leg_ref'),
    rest: {
      ...hexes('delivery_id', 'hash'),
      leg_idx: integer,
      deadline: int8,
      key: 'text COLLATE "C"',
    },
  },
  owed_legs: { key: hexes('leg_manager', 'leg_ref'), rest: { owner: hex } },
  registry_managers: { key: { address: hex }, rest: { registration_type: text } },
  registry_confirmers: { key: hexes('registry_manager', 'tenant'), rest: { confirmer: hex, nonce: number } },
  sender_whitelist: { key: hexes('registry_manager', 'registry_id', 'sender'), rest: {} },
  marks: {
    key: { ...hexes('registry_manager', 'registry_id', 'chain_id', 'owner'), account: number },
    rest: { quantity: number },
  },
  allowances: {
    key: hexes('registry_manager', 'registry_id', 'owner', 'spender'),
    rest: { quantity: number },
  },
  prepared_issues: {
    key: hexes('registry_manager', 'registry_id', 'entry_ref'),
    rest: { receiver: hex, account: number, quantity: number },
  },
  entries: {
    key: hexes('registry_manager', 'fingerprint'),
    rest: {
      ...hexes('registry_id', 'registrar', 'instrument_id', 'owner', 'earmarked_by', 'movement_ref'),
      entry_type: text,
      created_action: text,
      created_at: int8,
    },
  },
  custody_chains: {
    key: hexes('registry_manager', 'chain_id'),
    rest: { ...hexes('registry_id', 'transfer_agent'), onramped: number, offramped: number },
  },
  chain_positions: {
    key: { ...hexes('registry_manager', 'chain_id', 'owner'), account: number },
    rest: { ...hexes('registry_id', 'registrar', 'instrument_id'), balance: number, earmarked: number },
  },
  chain_earmarks: {
    key: { ...hexes('registry_manager', 'chain_id', 'reference', 'owner'), account: number },
    rest: { ...hexes('registry_id', 'earmarked_by'), quantity: number },
  },
}

// A log is identified by its transaction: logs of a contract before its discovery share the discovery's block.
const log: Columns = { tx_hash: hex, log_index: integer }

const appended: Record<string, { key: Columns; rest: Columns }> = {
  platform_payments: {
    key: log,
    rest: { kind: text, ...hexes('account', 'tenant'), amount: number, at: int8 },
  },
  batch_signers: {
    key: { ...log, part: integer },
    rest: {
      ...hexes('controller', 'tenant', 'user_address'),
      is_sender: boolean,
      nonce: number,
      num_calls: number,
      at: int8,
    },
  },
  registry_changes: {
    key: log,
    rest: {
      ...hexes('registry_manager', 'registry_id', 'reason_fp', 'acted_by', 'agreed_by'),
      state: text,
      at: int8,
    },
  },
  movements: {
    key: { ...log, part: integer },
    rest: {
      ...hexes('registry_manager', 'registry_id', 'chain_id', 'reference', 'sender', 'receiver', 'acted_by'),
      kind: text,
      sender_account: 'numeric(78, 0)',
      receiver_account: 'numeric(78, 0)',
      quantity: number,
      at: int8,
    },
  },
  entry_movements: {
    key: log,
    rest: {
      ...hexes('registry_manager', 'registry_id', 'movement_ref', 'sender', 'receiver'),
      spent_action: text,
      created_action: text,
      at: int8,
    },
  },
  entry_movement_parts: {
    key: { ...log, side: text, part: integer },
    rest: hexes('registry_manager', 'fingerprint'),
  },
  chain_custodians: {
    key: { ...log, part: integer },
    rest: hexes('registry_manager', 'chain_id', 'custodian'),
  },
}

const reads = [
  `CREATE INDEX entries_by_owner ON entries (owner, registry_manager, registry_id) WHERE to_block IS NULL`,
  `CREATE INDEX entries_by_registrar ON entries (registrar, registry_manager, registry_id) WHERE to_block IS NULL`,
  `CREATE INDEX entries_by_movement ON entries (movement_ref) WHERE to_block IS NULL`,
  `CREATE INDEX entry_movement_parts_by_entry ON entry_movement_parts (fingerprint)`,
  `CREATE INDEX entry_movements_by_registry ON entry_movements (registry_manager, registry_id, from_block)`,
  `CREATE INDEX movements_by_registry ON movements (registry_manager, registry_id, from_block)`,
  `CREATE INDEX registry_changes_by_registry ON registry_changes (registry_manager, registry_id, from_block)`,
  `CREATE INDEX custody_chains_by_registry ON custody_chains (registry_manager, registry_id) WHERE to_block IS NULL`,
  `CREATE INDEX chain_custodians_by_chain ON chain_custodians (registry_manager, chain_id)`,
  `CREATE INDEX chain_positions_by_owner ON chain_positions (owner, registry_manager, registry_id) WHERE to_block IS NULL`,
  `CREATE INDEX nominations_by_owner ON nominations (owner) WHERE to_block IS NULL`,
  `CREATE INDEX locks_by_delivery ON locks (delivery_id) WHERE to_block IS NULL`,
  `CREATE INDEX batch_signers_by_tenant ON batch_signers (tenant, from_block)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const list = (columns: Columns) => Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  for (const [table, { key, rest }] of Object.entries(versioned)) {
    const names = Object.keys(key).join(', ')
    const columns = [...list(key), ...list(rest), 'from_block int8 NOT NULL', 'to_block int8']
    await run(
      `CREATE TABLE ${table} (${columns.join(', ')}, CHECK (to_block > from_block), PRIMARY KEY (${names}, from_block))`,
    )
    await run(`CREATE UNIQUE INDEX ${table}_current ON ${table} (${names}) WHERE to_block IS NULL`)
    await run(`CREATE INDEX ${table}_range ON ${table} USING brin (from_block, to_block)`)
  }
  for (const [table, { key, rest }] of Object.entries(appended)) {
    const columns = [...list(key), ...list(rest), 'from_block int8 NOT NULL']
    await run(`CREATE TABLE ${table} (${columns.join(', ')}, PRIMARY KEY (${Object.keys(key).join(', ')}))`)
    await run(`CREATE INDEX ${table}_range ON ${table} USING brin (from_block)`)
  }
  for (const statement of reads) await run(statement)
}
