// What an index would have read, written into the projections by hand: for tests of what the server itself keeps, which need
// no ledger.
import {
  Address,
  Bytes32,
  DeliveryId,
  InstrumentId,
  RegistryId,
  ZERO_ADDRESS,
  ZERO_BYTES32,
  legReference,
  privilegeId,
} from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import { nowSeconds } from '../../../node/src/storage/engine/database.ts'
import type { Queryable } from '../../../node/src/storage/engine/database.ts'

const word = (digits: string) => `0x${digits.padStart(64, '0')}`
const address = (digits: string) => Address.parse(`0x${digits.padStart(40, '0')}`)

export const SEEDED = {
  platform: address('a1'),
  deliveryManager: address('a2'),
  instrumentManager: address('a3'),
  registryManager: address('a4'),
  registryId: RegistryId.parse(word('b1')),
  instrumentId: InstrumentId.parse(word('b2')),
  /** Leg 0 is DIGITAL, leg 1 an HTLC of the same sender. */
  deliveryId: DeliveryId.parse(word('b3')),
} as const

const held = { from_block: 1, to_block: null }

export type SeededTenant = { address: Address; name: string; apiUrl: string }

export async function seedTenants(db: Queryable, tenants: readonly SeededTenant[]): Promise<void> {
  await db
    .insertInto('tenants')
    .values(
      tenants.map((tenant) => ({
        address: tenant.address,
        name: tenant.name,
        api_url: tenant.apiUrl,
        lei: '',
        privilege_manager: tenant.address,
        registration_reference: ZERO_BYTES32,
        confirmer: address('c0'),
        is_registered: true,
        ...held,
      })),
    )
    .execute()
  const dapps = [
    [SEEDED.platform, 'platform'],
    [SEEDED.deliveryManager, 'delivery'],
    [SEEDED.instrumentManager, 'instrument'],
    [SEEDED.registryManager, 'registry'],
  ] as const
  await db
    .insertInto('dapps')
    .values(
      dapps.map(([dapp, type]) => ({
        address: dapp,
        type,
        short_name: type,
        privilege_manager: dapp,
        ...held,
      })),
    )
    .execute()
}

export async function seedUser(
  db: Queryable,
  user: { tenant: Address; address: Address; user_id: string; name: string },
): Promise<void> {
  const now = nowSeconds()
  const row = { ...user, status: 'ACTIVE' as const, lock_expiration: null, created_at: now, updated_at: now }
  await db.insertInto('users').values(row).execute()
}

/** On the tenant's own privilege manager. */
export async function seedPrivileges(
  db: Queryable,
  tenant: Address,
  user: Address,
  privileges: readonly PrivilegeName[],
): Promise<void> {
  if (privileges.length === 0) return
  const rows = privileges.map((name) => ({
    tenant,
    user_address: user,
    privilege_id: Bytes32.parse(privilegeId(name)),
    instance: ZERO_ADDRESS,
    ...held,
  }))
  await db.insertInto('user_privileges').values(rows).execute()
}

export async function seedDappPrivilege(
  db: Queryable,
  dapp: Address,
  holder: Address,
  name: PrivilegeName,
): Promise<void> {
  const row = {
    dapp,
    privilege_id: Bytes32.parse(privilegeId(name)),
    holder,
    instance: ZERO_ADDRESS,
    ...held,
  }
  await db.insertInto('dapp_privileges').values(row).execute()
}

type Parties = { sender: Address; receiver: Address; registrar: Address; issuer: Address }

/** One instrument whose registration is requested, its registry with a position, and one delivery of two legs. */
export async function seedDelivery(db: Queryable, parties: Parties): Promise<void> {
  await seedInstrument(db, parties)
  await seedRegistry(db, parties)
  await seedPosition(db, parties)
  await seedDeliveryRow(db, parties)
  await seedTransferView(db, parties)
  await seedLegs(db, parties)
}

/** With the request of its registration. */
async function seedInstrument(db: Queryable, { registrar, issuer }: Parties): Promise<void> {
  const { instrumentManager, registryManager, registryId, instrumentId } = SEEDED
  await db
    .insertInto('instruments')
    .values({
      instrument_id: instrumentId,
      instrument_manager: instrumentManager,
      state: 'CREATED',
      type: 'BOND',
      identifier_type: 'ISIN',
      identifier: 'DE000CNX0017',
      issuer,
      decimals: 2,
      revision: 1,
      private_data_fp: ZERO_BYTES32 as never,
      private_data_version: 1,
      asset_class: 'DIGITAL',
      creation_mark: 'NONE',
      managed_by: issuer,
      depositary: ZERO_ADDRESS,
      is_private_placement: false,
      created_at: 1,
      ...held,
    })
    .execute()
  await db
    .insertInto('registrations')
    .values({
      registry_manager: registryManager,
      registry_id: registryId,
      registrar,
      instrument_manager: instrumentManager,
      instrument_id: instrumentId,
      instrument_revision: 1,
      issuer_or_depositary: issuer,
      state: 'REQUESTED',
      reason_fp: ZERO_BYTES32 as never,
      requested_at: 1,
      ...held,
    })
    .execute()
}

async function seedRegistry(db: Queryable, { registrar }: Parties): Promise<void> {
  const { instrumentManager, registryManager, registryId, instrumentId } = SEEDED
  await db
    .insertInto('registries')
    .values({
      registry_manager: registryManager,
      registry_id: registryId,
      registrar,
      instrument_manager: instrumentManager,
      instrument_id: instrumentId,
      instrument_revision: 1,
      registry_type: 'DIGITAL',
      instrument_registrar: registrar,
      state: 'REGISTERED',
      total_issued: '100' as never,
      total_terminated: '0' as never,
      outstanding: '100' as never,
      ...held,
    })
    .execute()
}

/** In an account that its owner has named. */
async function seedPosition(db: Queryable, { sender, registrar }: Parties): Promise<void> {
  const { registryManager, registryId, instrumentId } = SEEDED
  await db
    .insertInto('positions')
    .values({
      registry_manager: registryManager,
      registry_id: registryId,
      owner: sender,
      account: '7' as never,
      registrar,
      instrument_id: instrumentId,
      balance: '100' as never,
      earmarked: '0' as never,
      ...held,
    })
    .execute()
  await db
    .insertInto('account_names')
    .values({
      tenant: sender,
      registry_manager: registryManager,
      registrar,
      account: '7' as never,
      category: 'own',
      internal_identifier: 'ALP-7',
      account_name: null,
      updated_at: 1,
    })
    .execute()
}

async function seedDeliveryRow(db: Queryable, { sender }: Parties): Promise<void> {
  const { deliveryManager, deliveryId } = SEEDED
  await db
    .insertInto('deliveries')
    .values({
      delivery_id: deliveryId,
      delivery_manager: deliveryManager,
      state: 'PENDING',
      creator: sender,
      value_date: 0,
      private_data_fp: ZERO_BYTES32 as never,
      num_legs: 2,
      created_at: 1,
      created_block: 1,
      created_log_index: 0,
      created_tx: ZERO_BYTES32 as never,
      closed_at: null,
      closed_block: null,
      closed_log_index: null,
      closed_tx: null,
      canceled_by: null,
      cancel_reason_fp: null,
      was_refused: false,
      ...held,
    })
    .execute()
}

/** As its sender sees it. */
async function seedTransferView(db: Queryable, { sender, receiver, registrar }: Parties): Promise<void> {
  const { registryManager, registryId, instrumentId, deliveryId } = SEEDED
  await db
    .insertInto('transfer_views')
    .values({
      delivery_id: deliveryId,
      viewer: sender,
      transfer_type: 'FOP',
      direction: 'DELIVER',
      state: 'PENDING_COUNTERPARTY',
      turns: '',
      is_cancel_requested: false,
      counterparty: receiver,
      sender,
      receiver,
      registry_manager: registryManager,
      registrar,
      sender_account: '7' as never,
      receiver_account: null,
      deliver_registry_id: registryId,
      deliver_instrument_id: instrumentId,
      deliver_identifier: 'DE000CNX0017',
      deliver_account: '7' as never,
      deliver_quantity: '100' as never,
      deliver_decimals: 2,
      receive_registry_id: null,
      receive_instrument_id: null,
      receive_identifier: null,
      receive_account: null,
      receive_quantity: null,
      receive_decimals: null,
      created_at: 1,
      created_block: 1,
      created_log_index: 0,
      waits_for: receiver,
      last_at: 1,
      ...held,
    })
    .execute()
}

async function seedLegs(db: Queryable, { sender, receiver, registrar }: Parties): Promise<void> {
  const { registryManager, registryId, deliveryId } = SEEDED
  const leg = (leg_idx: number, leg_type: 'DIGITAL' | 'HTLC') => ({
    delivery_id: deliveryId,
    leg_idx,
    leg_type,
    sender,
    receiver,
    registrar: leg_type === 'DIGITAL' ? registrar : ZERO_ADDRESS,
    tx_coordinator: ZERO_ADDRESS,
    asset_manager: registryManager,
    asset_id: registryId,
    quantity: '100' as never,
    sender_data: '0x' as never,
    receiver_data: '0x' as never,
    reference: legReference(deliveryId, leg_idx),
    from_block: 1,
    log_index: leg_idx,
    tx_hash: ZERO_BYTES32 as never,
  })
  await db
    .insertInto('legs')
    .values([leg(0, 'DIGITAL'), leg(1, 'HTLC')])
    .execute()
}
