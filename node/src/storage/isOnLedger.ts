import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Whether everything that the private record `r` awaits stands on the ledger, in its registry: what the termination of an
 * entry is about has ended; an entry has begun with the owner that its details name; a reason or a reference was given.
 */
export const isOnLedger: RawBuilder<boolean> = sql`NOT EXISTS (
  SELECT FROM unnest(r.awaits) AS a(fp) WHERE NOT CASE
    WHEN r.kind = 'ENTRY_TERMINATION' THEN EXISTS (
      SELECT FROM entries e WHERE e.to_block IS NULL AND e.registry_manager = r.dapp AND e.fingerprint = a.fp
        AND e.registry_id = r.entity_id AND e.entry_type = 'TERMINATED')
    WHEN r.kind = 'ENTRY' OR r.kind LIKE 'ENTRIES_%' THEN EXISTS (
      SELECT FROM entries e WHERE e.to_block IS NULL AND e.registry_manager = r.dapp AND e.fingerprint = a.fp
        AND e.registry_id = r.entity_id AND e.owner = r.type
    ) OR EXISTS (
      SELECT FROM prepared_issues p WHERE p.registry_manager = r.dapp AND p.registry_id = r.entity_id
        AND p.entry_ref = a.fp AND p.receiver = r.type
    ) OR EXISTS (
      SELECT FROM movements m WHERE m.reference = a.fp AND m.registry_manager = r.dapp
        AND m.registry_id = r.entity_id AND m.receiver = r.type AND m.kind IN ('ONRAMPED', 'IMPORTED'))
    ELSE EXISTS (
      SELECT FROM registrations q WHERE q.registry_manager = r.dapp AND q.registry_id = r.entity_id
        AND q.reason_fp = a.fp
    ) OR EXISTS (
      SELECT FROM registry_changes c WHERE c.registry_manager = r.dapp AND c.registry_id = r.entity_id
        AND c.reason_fp = a.fp
    ) OR EXISTS (
      SELECT FROM movements m WHERE m.reference = a.fp AND m.registry_manager = r.dapp
        AND m.registry_id = r.entity_id AND m.kind IN ('FORCED_TRANSFER', 'REORGANISED')
    ) OR EXISTS (
      SELECT FROM entry_movements n WHERE n.movement_ref = a.fp AND n.registry_manager = r.dapp
        AND n.registry_id = r.entity_id)
  END)`
