import { ZERO_BYTES32 } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** By how much the clocks of a ledger and of a server may differ. */
const CLOCKS_S = 300

/** What the details of entry `a` of the record `r` say. */
const entryField = (field: 'account' | 'quantity'): RawBuilder<unknown> =>
  sql`(CASE WHEN r.kind = 'ENTRY' THEN r.data ELSE r.data->'entries'->(a.place::int - 1) END ->> ${sql.lit(field)})::numeric`

/** A movement of the record's registry that the ledger has made since the record was stored. */
const since: RawBuilder<boolean> = sql`m.registry_manager = r.dapp AND m.registry_id = r.entity_id
  AND m.at >= r.created_at - ${sql.lit(CLOCKS_S)}`

/**
 * Accounts carry no fingerprint of what is issued, imported, split or merged in them, but owner, account and quantity in the
 * open: there an entry stands on the ledger once that is what has come.
 */
const hasComeToAccount: RawBuilder<boolean> = sql`EXISTS (
  SELECT FROM movements m WHERE ${since} AND m.reference = ${sql.lit(ZERO_BYTES32)}
    AND m.kind = ANY(CASE r.kind WHEN 'ENTRIES_ISSUE' THEN '{ISSUED}' WHEN 'ENTRIES_IMPORT' THEN '{IMPORTED}'
      WHEN 'ENTRIES_REORG' THEN '{REORGANISED}' WHEN 'ENTRY' THEN '{ISSUED,IMPORTED,REORGANISED}' ELSE '{}' END::text[])
    AND m.receiver = r.type AND m.receiver_account = ${entryField('account')} AND m.quantity = ${entryField('quantity')})`

/** Nor of what is terminated: there it is the account of which something has gone. */
const hasGoneFromAccount: RawBuilder<boolean> = sql`EXISTS (
  SELECT FROM movements m JOIN private_records d ON d.kind = 'ENTRY' AND d.fingerprint = a.fp
    AND d.entity_id = r.entity_id AND d.dapp = r.dapp AND d.status <> 'FINGERPRINT_MISMATCH'
  WHERE ${since} AND m.kind = 'TERMINATED' AND m.sender = d.type
    AND m.sender_account = (d.data->>'account')::numeric)`

/**
 * Whether everything that the private record `r` awaits stands on the ledger, in its registry: what the termination of an
 * entry is about has ended; an entry has begun with the owner that its details name; a reason or a reference was given.
 */
export const isOnLedger: RawBuilder<boolean> = sql`NOT EXISTS (
  SELECT FROM unnest(r.awaits) WITH ORDINALITY AS a(fp, place) WHERE NOT CASE
    WHEN r.kind = 'ENTRY_TERMINATION' THEN EXISTS (
      SELECT FROM entries e WHERE e.to_block IS NULL AND e.registry_manager = r.dapp AND e.fingerprint = a.fp
        AND e.registry_id = r.entity_id AND e.entry_type = 'TERMINATED'
    ) OR ${hasGoneFromAccount}
    WHEN r.kind = 'ENTRY' OR r.kind LIKE 'ENTRIES_%' THEN EXISTS (
      SELECT FROM entries e WHERE e.to_block IS NULL AND e.registry_manager = r.dapp AND e.fingerprint = a.fp
        AND e.registry_id = r.entity_id AND e.owner = r.type
    ) OR EXISTS (
      SELECT FROM prepared_issues p WHERE p.registry_manager = r.dapp AND p.registry_id = r.entity_id
        AND p.entry_ref = a.fp AND p.receiver = r.type
    ) OR EXISTS (
      SELECT FROM movements m WHERE m.reference = a.fp AND m.registry_manager = r.dapp
        AND m.registry_id = r.entity_id AND m.receiver = r.type AND m.kind IN ('ONRAMPED', 'IMPORTED')
    ) OR ${hasComeToAccount}
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
