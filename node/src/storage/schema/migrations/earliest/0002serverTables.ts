// What the server keeps beside the ledger.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const hex = 'text COLLATE "C" NOT NULL'

const statements = [
  `CREATE TABLE users (
     tenant ${hex}, address ${hex}, user_id text NOT NULL, name text NOT NULL, status text NOT NULL,
     lock_expiration int8, created_at int8 NOT NULL, updated_at int8 NOT NULL,
     PRIMARY KEY (tenant, address), UNIQUE (tenant, user_id))`,
  `CREATE INDEX users_by_address ON users (address)`,
  `CREATE TABLE nonces (
     user_address ${hex}, nonce ${hex}, expires_at int8 NOT NULL, PRIMARY KEY (user_address, nonce))`,
  `CREATE INDEX nonces_by_expiry ON nonces (expires_at)`,
  `CREATE TABLE tokens (
     token_hash text COLLATE "C" PRIMARY KEY, tenant ${hex}, user_address ${hex}, created_at int8 NOT NULL,
     expires_at int8 NOT NULL, revoked_at int8)`,
  `CREATE INDEX tokens_by_expiry ON tokens (expires_at)`,
  `CREATE TABLE delivery_details (
     tenant ${hex}, delivery_id ${hex}, fingerprint ${hex}, details jsonb NOT NULL, status text NOT NULL,
     sender text COLLATE "C", stored_at int8 NOT NULL, PRIMARY KEY (tenant, delivery_id, fingerprint))`,
  `CREATE INDEX delivery_details_by_delivery ON delivery_details (delivery_id)`,
  `CREATE INDEX delivery_details_pending ON delivery_details (stored_at) WHERE status = 'PENDING'`,
  `CREATE TABLE instrument_details (
     instrument_id ${hex}, fingerprint ${hex}, tenant ${hex}, details jsonb NOT NULL, status text NOT NULL,
     sender text COLLATE "C", stored_at int8 NOT NULL, PRIMARY KEY (instrument_id, fingerprint))`,
  `CREATE INDEX instrument_details_pending ON instrument_details (stored_at) WHERE status = 'PENDING'`,
  `CREATE TABLE account_names (
     tenant ${hex}, registry_manager ${hex}, registrar ${hex}, account numeric(78, 0) NOT NULL,
     category text, internal_identifier text, account_name text, updated_at int8 NOT NULL,
     PRIMARY KEY (tenant, registry_manager, registrar, account))`,
  `CREATE TABLE outbox (
     id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event text NOT NULL, entity_id ${hex}, fingerprint ${hex},
     dapp ${hex}, sending_tenant ${hex}, destination_tenant ${hex}, status text NOT NULL,
     attempts integer NOT NULL, last_error text, next_attempt_at int8, created_at int8 NOT NULL,
     updated_at int8 NOT NULL, UNIQUE (entity_id, event, fingerprint, sending_tenant, destination_tenant))`,
  `CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE next_attempt_at IS NOT NULL`,
  `CREATE INDEX outbox_by_sender ON outbox (sending_tenant, id DESC)`,
  `CREATE TABLE announcements (
     id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, topic text NOT NULL, keys text[] NOT NULL, block int8,
     tx_hashes text[] NOT NULL, tenants text[], created_at int8 NOT NULL)`,
  `CREATE INDEX announcements_by_time ON announcements USING brin (created_at)`,
  `CREATE TABLE audit (
     id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at int8 NOT NULL, tenant text COLLATE "C",
     user_address text COLLATE "C", source text NOT NULL, action text NOT NULL, entity text NOT NULL,
     entity_id text NOT NULL, outcome text NOT NULL, data jsonb)`,
  `CREATE INDEX audit_by_tenant ON audit (tenant, id DESC)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
