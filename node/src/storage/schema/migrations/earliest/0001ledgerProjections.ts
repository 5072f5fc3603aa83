// The ledger's projections. A version's key is unique among the rows that hold still (to_block is null), and unique
// by the block that opened it. BRIN indices on the block range cost almost nothing and make a chain reorg cheap.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

type Column = readonly [name: string, type: string]

const hex = 'text COLLATE "C" NOT NULL'
const hexOrNull = 'text COLLATE "C"'
const text = 'text NOT NULL'
const integer = 'integer NOT NULL'
const int8 = 'int8 NOT NULL'
const quantity = 'numeric(78, 0) NOT NULL'
const accountNumber = 'numeric(78, 0) NOT NULL'
const boolean = 'boolean NOT NULL'

const versioned: Record<string, { key: string[]; columns: Column[] }> = {
  platform: {
    key: ['address'],
    columns: [
      ['address', hex],
      ['name', text],
      ['refund_threshold', 'numeric(78, 0) NOT NULL'],
      ['refund_limit', 'numeric(78, 0) NOT NULL'],
    ],
  },
  blacklist: { key: ['address'], columns: [['address', hex]] },
  tenants: {
    key: ['address'],
    columns: [
      ['address', hex],
      ['name', text],
      ['api_url', text],
      ['lei', text],
      ['privilege_manager', hex],
      ['registration_reference', hex],
      ['confirmer', hex],
      ['is_registered', boolean],
    ],
  },
  dapps: {
    key: ['address'],
    columns: [
      ['address', hex],
      ['type', text],
      ['short_name', text],
      ['privilege_manager', hex],
    ],
  },
  dapp_privileges: {
    key: ['dapp', 'privilege_id', 'holder', 'instance'],
    columns: [
      ['dapp', hex],
      ['privilege_id', hex],
      ['holder', hex],
      ['instance', hex],
    ],
  },
  user_privileges: {
    key: ['tenant', 'user_address', 'privilege_id', 'instance'],
    columns: [
      ['tenant', hex],
      ['user_address', hex],
      ['privilege_id', hex],
      ['instance', hex],
    ],
  },
  dapp_controllers: {
    key: ['address'],
    columns: [
      ['address', hex],
      ['tenant', hex],
      ['dapp', hex],
      ['type', text],
    ],
  },
  workflow_config: {
    key: ['controller', 'selector'],
    columns: [
      ['controller', hex],
      ['selector', hex],
      ['privilege_id', hex],
      ['signatures_required', integer],
    ],
  },
  leg_managers: {
    key: ['delivery_manager', 'leg_type'],
    columns: [
      ['delivery_manager', hex],
      ['leg_type', text],
      ['address', hex],
      ['registry_type', text],
      ['active', boolean],
    ],
  },
  instruments: {
    key: ['instrument_id'],
    columns: [
      ['instrument_id', hex],
      ['instrument_manager', hex],
      ['state', text],
      ['type', text],
      ['identifier_type', text],
      ['identifier', text],
      ['issuer', hex],
      ['decimals', integer],
      ['revision', int8],
      ['private_data_fp', hex],
      ['private_data_version', int8],
      ['asset_class', text],
      ['creation_mark', text],
      ['managed_by', hex],
      ['depositary', hex],
      ['is_private_placement', boolean],
      ['created_at', int8],
    ],
  },
  instrument_whitelist: {
    key: ['instrument_id', 'tenant'],
    columns: [
      ['instrument_id', hex],
      ['tenant', hex],
    ],
  },
  registries: {
    key: ['registry_manager', 'registry_id'],
    columns: [
      ['registry_manager', hex],
      ['registry_id', hex],
      ['registrar', hex],
      ['instrument_manager', hex],
      ['instrument_id', hex],
      ['instrument_revision', int8],
      ['registry_type', text],
      ['instrument_registrar', hex],
      ['state', text],
      ['total_issued', quantity],
      ['total_terminated', quantity],
      ['outstanding', quantity],
    ],
  },
  registrations: {
    key: ['registry_manager', 'registry_id'],
    columns: [
      ['registry_manager', hex],
      ['registry_id', hex],
      ['registrar', hex],
      ['instrument_manager', hex],
      ['instrument_id', hex],
      ['instrument_revision', int8],
      ['issuer_or_depositary', hex],
      ['state', text],
      ['reason_fp', hex],
      ['requested_at', int8],
    ],
  },
  accounts: {
    key: ['registry_manager', 'registrar', 'owner', 'account'],
    columns: [
      ['registry_manager', hex],
      ['registrar', hex],
      ['owner', hex],
      ['account', accountNumber],
      ['is_valid', boolean],
      ['is_omnibus', boolean],
      ['terminates_on_receive', boolean],
    ],
  },
  positions: {
    key: ['registry_manager', 'registry_id', 'owner', 'account'],
    columns: [
      ['registry_manager', hex],
      ['registry_id', hex],
      ['owner', hex],
      ['account', accountNumber],
      ['registrar', hex],
      ['instrument_id', hex],
      ['balance', quantity],
      ['earmarked', quantity],
    ],
  },
  earmarks: {
    key: ['registry_manager', 'registry_id', 'reference', 'owner', 'account'],
    columns: [
      ['registry_manager', hex],
      ['registry_id', hex],
      ['reference', hex],
      ['owner', hex],
      ['account', accountNumber],
      ['earmarked_by', hex],
      ['quantity', quantity],
    ],
  },
  deliveries: {
    key: ['delivery_id'],
    columns: [
      ['delivery_id', hex],
      ['delivery_manager', hex],
      ['state', text],
      ['creator', hex],
      ['value_date', int8],
      ['private_data_fp', hex],
      ['num_legs', integer],
      ['created_at', int8],
      ['created_block', int8],
      ['created_log_index', integer],
      ['created_tx', hex],
      ['closed_at', 'int8'],
      ['closed_block', 'int8'],
      ['closed_tx', hexOrNull],
      ['canceled_by', hexOrNull],
      ['cancel_reason_fp', hexOrNull],
      ['was_refused', boolean],
    ],
  },
  transfer_views: {
    key: ['delivery_id', 'viewer'],
    columns: [
      ['delivery_id', hex],
      ['viewer', hex],
      ['transfer_type', text],
      ['direction', text],
      ['state', text],
      ['counterparty', hex],
      ['sender', hex],
      ['receiver', hex],
      ['registry_manager', hex],
      ['registrar', hex],
      ['sender_account', 'numeric(78, 0)'],
      ['receiver_account', 'numeric(78, 0)'],
      ...(['deliver', 'receive'] as const).flatMap((side): Column[] => [
        [`${side}_registry_id`, hexOrNull],
        [`${side}_instrument_id`, hexOrNull],
        [`${side}_identifier`, 'text'],
        [`${side}_account`, 'numeric(78, 0)'],
        [`${side}_quantity`, 'numeric(78, 0)'],
        [`${side}_decimals`, 'integer'],
      ]),
      ['created_at', int8],
      ['created_block', int8],
      ['created_log_index', integer],
    ],
  },
}

const log: Column[] = [
  ['from_block', int8],
  ['log_index', integer],
  ['tx_hash', hex],
]

const appended: Record<string, { key: string[]; columns: Column[] }> = {
  ledger_contracts: {
    key: ['address'],
    columns: [
      ['address', hex],
      ['kind', text],
      ['owner', hex],
      ['from_block', int8],
    ],
  },
  legs: {
    key: ['delivery_id', 'leg_idx'],
    columns: [
      ['delivery_id', hex],
      ['leg_idx', integer],
      ['leg_type', text],
      ['sender', hex],
      ['receiver', hex],
      ['registrar', hex],
      ['tx_coordinator', hex],
      ['asset_manager', hex],
      ['asset_id', hex],
      ['quantity', 'numeric(78, 0) NOT NULL'],
      ['sender_data', hex],
      ['receiver_data', hex],
      ...log,
    ],
  },
  confirmations: {
    key: ['delivery_id', 'leg_idx', 'role'],
    columns: [
      ['delivery_id', hex],
      ['leg_idx', integer],
      ['role', text],
      ['tenant', hex],
      ['account', 'numeric(78, 0)'],
      ['data', hex],
      ['at', int8],
      ...log,
    ],
  },
  receipts: {
    key: ['delivery_id', 'leg_idx', 'from_block', 'log_index'],
    columns: [
      ['delivery_id', hex],
      ['leg_idx', integer],
      ['account', 'numeric(78, 0)'],
      ['data', hex],
      ...log,
    ],
  },
  cancel_votes: {
    key: ['delivery_id', 'tenant'],
    columns: [['delivery_id', hex], ['tenant', hex], ['reason_fp', hex], ['at', int8], ...log],
  },
}

/** Beyond the keys: what the pages filter and sort by. */
const reads = [
  `CREATE INDEX dapp_privileges_by_holder ON dapp_privileges (holder, privilege_id) WHERE to_block IS NULL`,
  `CREATE INDEX user_privileges_by_user ON user_privileges (user_address) WHERE to_block IS NULL`,
  `CREATE INDEX dapp_controllers_by_tenant ON dapp_controllers (tenant, dapp) WHERE to_block IS NULL`,
  `CREATE INDEX instruments_by_identifier ON instruments (identifier) WHERE to_block IS NULL`,
  `CREATE INDEX instruments_by_issuer ON instruments (issuer) WHERE to_block IS NULL`,
  `CREATE INDEX registries_by_registrar ON registries (registrar, registry_manager) WHERE to_block IS NULL`,
  `CREATE INDEX registries_by_instrument ON registries (instrument_id) WHERE to_block IS NULL`,
  `CREATE INDEX registrations_by_registrar ON registrations (registrar) WHERE to_block IS NULL`,
  `CREATE INDEX registrations_by_issuer ON registrations (issuer_or_depositary) WHERE to_block IS NULL`,
  `CREATE INDEX accounts_by_owner ON accounts (owner, registry_manager, registrar, account) WHERE to_block IS NULL`,
  `CREATE INDEX positions_by_owner ON positions (owner, registry_manager, registrar, registry_id, account)
     WHERE to_block IS NULL`,
  `CREATE INDEX positions_by_registrar ON positions (registrar, registry_manager, registry_id) WHERE to_block IS NULL`,
  `CREATE INDEX positions_of_owner_over_time ON positions (owner, from_block)`,
  `CREATE INDEX transfer_views_newest ON transfer_views (viewer, created_block DESC, created_log_index DESC, delivery_id)
     WHERE to_block IS NULL`,
  `CREATE INDEX transfer_views_by_type ON transfer_views
     (viewer, transfer_type, state, created_block DESC, created_log_index DESC, delivery_id) WHERE to_block IS NULL`,
  `CREATE INDEX transfer_views_over_time ON transfer_views (viewer, from_block)`,
  `CREATE INDEX blocks_by_time ON blocks (timestamp)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const list = (columns: Column[]) => columns.map(([name, type]) => `${name} ${type}`).join(', ')
  for (const [table, { key, columns }] of Object.entries(versioned)) {
    await run(
      `CREATE TABLE ${table} (${list(columns)}, from_block int8 NOT NULL, to_block int8,
         CHECK (to_block > from_block), PRIMARY KEY (${key.join(', ')}, from_block))`,
    )
    await run(`CREATE UNIQUE INDEX ${table}_current ON ${table} (${key.join(', ')}) WHERE to_block IS NULL`)
    await run(`CREATE INDEX ${table}_range ON ${table} USING brin (from_block, to_block)`)
  }
  for (const [table, { key, columns }] of Object.entries(appended)) {
    await run(`CREATE TABLE ${table} (${list(columns)}, PRIMARY KEY (${key.join(', ')}))`)
    await run(`CREATE INDEX ${table}_range ON ${table} USING brin (from_block)`)
  }
  await run(`CREATE TABLE blocks (number int8 PRIMARY KEY, hash ${hex}, timestamp ${int8})`)
  await run(
    `CREATE TABLE cursor (id integer PRIMARY KEY CHECK (id = 1), chain_id ${int8}, platform_manager ${hex},
       block_number ${int8}, block_hash ${hex}, finalized_block ${int8}, updated_at ${int8})`,
  )
  for (const statement of reads) await run(statement)
}
