// Whether the ledger has what a private record waits for, in SQL.
import { ZERO_BYTES32 } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The greatest difference between the ledger's clock and the server's. */
const CLOCK_SKEW_SECONDS = 300

/** A field in the details of entry `a` of the record `r`. */
const entryField = (field: 'account' | 'quantity'): RawBuilder<unknown> =>
  sql`(CASE WHEN r.kind = 'ENTRY' THEN r.data ELSE r.data->'entries'->(a.place::int - 1) END ->> ${sql.lit(field)})::numeric`

/** Movements in the record's registry sinceStored the record was stored. */
const sinceStored: RawBuilder<boolean> = sql`m.registry_manager = r.dapp AND m.registry_id = r.entity_id
  AND m.at >= r.created_at - ${sql.lit(CLOCK_SKEW_SECONDS)}`

/**
 * In accounts, issues, imports, splits and merges have no fingerprint, but public owner, account and quantity: there an entry
 * is on the ledger once a movement with these values is.
 */
const hasReachedAccount: RawBuilder<boolean> = sql`EXISTS (
  SELECT FROM movements m WHERE ${sinceStored} AND m.reference = ${sql.lit(ZERO_BYTES32)}
    AND m.kind = ANY(CASE r.kind WHEN 'ENTRIES_ISSUE' THEN '{ISSUED}' WHEN 'ENTRIES_IMPORT' THEN '{IMPORTED}'
      WHEN 'ENTRIES_REORG' THEN '{REORGANISED}' WHEN 'ENTRY' THEN '{ISSUED,IMPORTED,REORGANISED}' ELSE '{}' END::text[])
    AND m.receiver = r.type AND m.receiver_account = ${entryField('account')} AND m.quantity = ${entryField('quantity')})`

/** Terminations have none either: a termination from the entry's account counts. */
const hasLeftAccount: RawBuilder<boolean> = sql`EXISTS (
  SELECT FROM movements m JOIN private_records d ON d.kind = 'ENTRY' AND d.fingerprint = a.fp
    AND d.entity_id = r.entity_id AND d.dapp = r.dapp AND d.status <> 'FINGERPRINT_MISMATCH'
  WHERE ${sinceStored} AND m.kind = 'TERMINATED' AND m.sender = d.type
    AND m.sender_account = (d.data->>'account')::numeric)`

/**
 * Whether the ledger has everything that the private record `r` awaits, in its registry: the terminated entry has ended, an
 * entry exists with the owner in its details, or the reason or reference was used.
 */
export const isOnLedger: RawBuilder<boolean> = sql`NOT EXISTS (
  SELECT FROM unnest(r.awaits) WITH ORDINALITY AS a(fp, place) WHERE NOT CASE
    WHEN r.kind = 'ENTRY_TERMINATION' THEN EXISTS (
      SELECT FROM entries e WHERE e.to_block IS NULL AND e.registry_manager = r.dapp AND e.fingerprint = a.fp
        AND e.registry_id = r.entity_id AND e.entry_type = 'TERMINATED'
    ) OR ${hasLeftAccount}
    WHEN r.kind = 'ENTRY' OR r.kind LIKE 'ENTRIES_%' THEN EXISTS (
      SELECT FROM entries e WHERE e.to_block IS NULL AND e.registry_manager = r.dapp AND e.fingerprint = a.fp
        AND e.registry_id = r.entity_id AND e.owner = r.type
    ) OR EXISTS (
      SELECT FROM prepared_issues p WHERE p.registry_manager = r.dapp AND p.registry_id = r.entity_id
        AND p.entry_ref = a.fp AND p.receiver = r.type
    ) OR EXISTS (
      SELECT FROM movements m WHERE m.reference = a.fp AND m.registry_manager = r.dapp
        AND m.registry_id = r.entity_id AND m.receiver = r.type AND m.kind IN ('ONRAMPED', 'IMPORTED')
    ) OR ${hasReachedAccount}
    WHEN r.kind = 'DELIVERY_COMMENT' THEN EXISTS (
      SELECT FROM cancel_votes c WHERE c.delivery_id = r.entity_id AND c.reason_fp = a.fp
    ) OR EXISTS (
      SELECT FROM deliveries d WHERE d.to_block IS NULL AND d.delivery_id = r.entity_id AND d.cancel_reason_fp = a.fp)
    ELSE EXISTS (
      SELECT FROM registrations q WHERE q.registry_manager = r.dapp AND q.registry_id = r.entity_id
        AND q.reason_fp = a.fp
    ) OR EXISTS (
      SELECT FROM registry_changes c WHERE c.registry_manager = r.dapp AND c.registry_id = r.entity_id
        AND c.reason_fp = a.fp
    ) OR EXISTS (
      SELECT FROM movements m WHERE m.reference = a.fp AND m.registry_manager = r.dapp
        AND m.registry_id = r.entity_id AND m.kind IN ('FORCED_TRANSFER', 'REORGANISED', 'ONRAMPED', 'OFFRAMPED')
    ) OR EXISTS (
      SELECT FROM entry_movements n WHERE n.movement_ref = a.fp AND n.registry_manager = r.dapp
        AND n.registry_id = r.entity_id)
  END)`
