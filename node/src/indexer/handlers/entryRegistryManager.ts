import { entryTypes, registryEntryActions } from '@connex/contracts'
import type { entryRegistryManagerAbi } from '@connex/contracts'
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { RowOf } from '../../storage/schema/versionKeys.ts'
import { append, close, patch, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent } from './change.ts'
import { registryKey } from './registryManager.ts'
import { address, bytes32, nameOf } from './scalars.ts'

type Row = RowOf<'entries'>
type Named = LedgerEvent<{
  registryId: string
  movementRef: string
  owner: string
  earmarkedBy: string
  fingerprints: readonly string[]
}>

const AVAILABLE = { earmarked_by: ZERO_ADDRESS, movement_ref: ZERO_BYTES32 }

/** Entries: created, earmarked, marked and ended. */
export const entryRegistryManager: Handlers<typeof entryRegistryManagerAbi> = {
  EntriesChanged: (event) => {
    const { args, at, address: manager } = event
    const spentAction = nameOf(registryEntryActions, args.spentAction)
    const createdAction = nameOf(registryEntryActions, args.createdAction)
    const created = {
      owner: address(args.receiver),
      entry_type: createdAction === 'PREPARE_ENTRY' ? 'PREPARED' : 'ISSUED',
      created_action: createdAction,
      created_at: at,
      ...AVAILABLE,
    } as const
    return [
      append('entry_movements', {
        ...registryKey(manager, args.registryId),
        movement_ref: bytes32(args.movementRef),
        spent_action: spentAction,
        created_action: createdAction,
        sender: address(args.sender),
        receiver: address(args.receiver),
        at,
      }),
      ...partsOf(event, 'spent', args.spent),
      ...partsOf(event, 'created', args.created),
      ...args.spent.map((fingerprint) =>
        patch('entries', entryKey(event, fingerprint), { entry_type: 'TERMINATED', ...AVAILABLE }),
      ),
      ...args.created.map((fingerprint) => begin(event, fingerprint, created)),
    ]
  },

  EntriesMarked: (event) =>
    event.args.fingerprints.map((fingerprint) =>
      patch('entries', entryKey(event, fingerprint), {
        entry_type: nameOf(entryTypes, event.args.entryType),
      }),
    ),

  EntriesEarmarked: (event) =>
    event.args.fingerprints.map((fingerprint) =>
      patch('entries', entryKey(event, fingerprint), holderOf(event)),
    ),
  EntriesUnearmarked: (event) =>
    event.args.fingerprints.map((fingerprint) => patch('entries', entryKey(event, fingerprint), AVAILABLE)),

  EntriesReserved: (event) =>
    event.args.fingerprints.map((fingerprint) =>
      begin(event, fingerprint, {
        owner: address(event.args.owner),
        entry_type: 'NONE',
        created_action: 'NONE',
        created_at: event.at,
        ...holderOf(event),
      }),
    ),
  EntriesUnreserved: (event) =>
    event.args.fingerprints.map((fingerprint) => close('entries', entryKey(event, fingerprint))),
}

const entryKey = ({ address: manager }: LedgerEvent, fingerprint: string) => ({
  registry_manager: manager,
  fingerprint: bytes32(fingerprint),
})

const holderOf = ({ args }: Named) => ({
  earmarked_by: address(args.earmarkedBy),
  movement_ref: bytes32(args.movementRef),
})

type CreatedEntry = Pick<
  Row,
  'owner' | 'entry_type' | 'created_action' | 'created_at' | 'earmarked_by' | 'movement_ref'
>

function begin(
  event: LedgerEvent<{ registryId: string }>,
  fingerprint: string,
  created: CreatedEntry,
): Change {
  const registry = registryKey(event.address, event.args.registryId)
  const key = entryKey(event, fingerprint)
  return upsert(
    'entries',
    key,
    (row, look) => {
      const of = look('registries', registry)
      // Ignores registries that were never prepared.
      if (of === undefined) return row
      return { ...key, ...registry, registrar: of.registrar, instrument_id: of.instrument_id, ...created }
    },
    [{ table: 'registries', key: registry }],
  )
}

const partsOf = (event: LedgerEvent, side: 'spent' | 'created', fingerprints: readonly string[]): Change[] =>
  fingerprints.map((fingerprint, part) =>
    append('entry_movement_parts', { ...entryKey(event, fingerprint), side, part }),
  )
