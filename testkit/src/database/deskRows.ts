// A desk's transfers and positions, drawn by chance and written into the projections: for tests that put what the server sums up
// beside what its lists show.
import { DeliveryId, ZERO_ADDRESS } from '@connex/protocol'
import type { Queryable } from '../../../node/src/storage/engine/database.ts'
import { refreshOpenDeals } from '../../../node/src/storage/projections/openDeals.ts'
import type { Random } from '../random.ts'
import { rowsOfTransfer } from './deskTransferRows.ts'
import type { Rows } from './deskTransferRows.ts'
import { DESK, DESK_INSTRUMENTS, drawTransfer, word } from './deskTransfers.ts'
import type { DrawnTransfer } from './deskTransfers.ts'
import { SEEDED, seedTenants } from './ledgerRows.ts'

export async function seedDesk(db: Queryable, random: Random, count: number): Promise<void> {
  const { viewer, counterparties, registrar } = DESK
  const names = ['Alpenbank', 'Baltic Trust Bank', 'Rhône Capital', 'Meridian Registrars']
  await seedTenants(
    db,
    [viewer, ...counterparties, registrar].map((tenant, index) => ({
      address: tenant,
      name: names[index] ?? '',
      apiUrl: '',
    })),
  )
  const drawn: DrawnTransfer[] = []
  for (let n = 1; n <= count; n += 1) drawn.push(drawTransfer(random, n, drawn))
  const rows = [...DESK_INSTRUMENTS.keys()].map((n) => rowsOfInstrument(random, n))
  await insertAll(db, [...rows, ...drawn.map(rowsOfTransfer)])
  await refreshOpenDeals(
    db,
    drawn.map(({ n }) => DeliveryId.parse(word('d', n))),
  )
}

/** A statement takes 65,535 values. */
const ROWS_AT_ONCE = 1000

/** `insertAll(db, [{ tenants: [{ … }] }])` */
export async function insertAll(db: Queryable, all: readonly Rows[]): Promise<void> {
  const tables = new Set(all.flatMap((rows) => Object.keys(rows) as (keyof Rows)[]))
  for (const table of tables) {
    const rows = all.flatMap((one) => one[table] ?? [])
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await db
        .insertInto(table as 'legs')
        .values(rows.slice(from, from + ROWS_AT_ONCE) as never)
        .execute()
  }
}

function rowsOfInstrument(random: Random, n: number): Rows {
  const { type, decimals, details } = DESK_INSTRUMENTS[n] ?? DESK_INSTRUMENTS[0]
  const instrument = {
    instrument_id: word('e', n),
    instrument_manager: SEEDED.instrumentManager,
    state: 'REGISTERED',
    type,
    identifier_type: 'ISIN',
    identifier: `DE000CNX000${n}`,
    issuer: DESK.registrar,
    decimals,
    revision: 1,
    private_data_fp: word('f', n),
    private_data_version: 1,
    asset_class: 'DIGITAL',
    creation_mark: 'NONE',
    managed_by: DESK.registrar,
    depositary: ZERO_ADDRESS,
    is_private_placement: false,
    created_at: 1,
    from_block: 1,
  }
  const stored = {
    instrument_id: word('e', n),
    fingerprint: word(details === undefined ? '0bad' : 'f', n),
    tenant: DESK.registrar,
    details: JSON.stringify({ label: `Instrument ${n}`, ...(details ?? { issueCurrency: 'JPY' }) }),
    status: 'SYNCED',
    stored_at: 1,
  }
  const positions = [1001, 1002].map((account) => ({
    registry_manager: SEEDED.registryManager,
    registry_id: word('e', n),
    owner: DESK.viewer,
    account,
    registrar: DESK.registrar,
    instrument_id: word('e', n),
    balance: 1_000 + random.below(1_000_000),
    earmarked: random.below(1_000),
    from_block: 1,
  }))
  return { instruments: [instrument], instrument_details: [stored], positions }
}
