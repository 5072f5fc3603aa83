// What tenants keep at their server beside the ledger: private texts, drafts, documents, workflows, onboarding.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const hex = 'text COLLATE "C" NOT NULL'

const statements = [
  `CREATE TABLE private_records (
     tenant ${hex}, kind text COLLATE "C" NOT NULL, fingerprint ${hex}, entity_id ${hex}, type text NOT NULL,
     data jsonb NOT NULL, author_tenant ${hex}, author_address ${hex}, proof jsonb, shared_with text[] NOT NULL,
     created_at int8 NOT NULL, PRIMARY KEY (tenant, kind, fingerprint))`,
  `CREATE INDEX private_records_by_entity ON private_records (tenant, kind, entity_id)`,
  `CREATE TABLE tenant_records (
     tenant ${hex}, kind text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, data jsonb NOT NULL,
     created_at int8 NOT NULL, updated_at int8 NOT NULL, PRIMARY KEY (tenant, kind, key))`,
  `CREATE TABLE user_invitations (
     tenant ${hex}, address ${hex}, token text COLLATE "C" UNIQUE, invited_at int8 NOT NULL,
     PRIMARY KEY (tenant, address))`,
  `CREATE TABLE tenant_invitations (
     id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant ${hex}, name text NOT NULL, state text NOT NULL,
     token text COLLATE "C" UNIQUE, admin_address text COLLATE "C", strings jsonb, tx_hash text COLLATE "C",
     invited_at int8 NOT NULL)`,
  `CREATE TABLE instrument_drafts (
     tenant ${hex}, draft_id ${hex}, instrument_type text NOT NULL, identifier_type text NOT NULL,
     identifier text NOT NULL, decimals integer NOT NULL, details jsonb NOT NULL, created_at int8 NOT NULL,
     updated_at int8 NOT NULL, PRIMARY KEY (tenant, draft_id))`,
  `CREATE TABLE internal_identifiers (
     tenant ${hex}, instrument_id ${hex}, internal_identifier text NOT NULL, PRIMARY KEY (tenant, instrument_id))`,
  `CREATE TABLE documents (
     tenant ${hex}, fingerprint ${hex}, content_fp ${hex}, name text NOT NULL, media_type text NOT NULL,
     size int8 NOT NULL, instrument_id text COLLATE "C", stored_at int8 NOT NULL,
     PRIMARY KEY (tenant, fingerprint, content_fp))`,
  `CREATE TABLE workflows (
     id text COLLATE "C" PRIMARY KEY, tenant ${hex}, entity text NOT NULL, entity_id ${hex}, action text NOT NULL,
     state text NOT NULL, initiator ${hex}, batch jsonb NOT NULL, signatures_required integer NOT NULL,
     rejected_by text COLLATE "C", tx_hash text COLLATE "C", created_at int8 NOT NULL, updated_at int8 NOT NULL)`,
  `CREATE INDEX workflows_by_tenant ON workflows (tenant, created_at DESC)`,
  `CREATE INDEX workflows_by_entity ON workflows (tenant, entity, entity_id)`,
  `CREATE TABLE workflow_confirmations (
     workflow_id text COLLATE "C" REFERENCES workflows (id), user_address ${hex}, signature ${hex},
     at int8 NOT NULL, PRIMARY KEY (workflow_id, user_address))`,
  `CREATE INDEX audit_by_time ON audit USING brin (at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
