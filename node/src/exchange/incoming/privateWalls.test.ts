// Nobody but the parties ever gets private data: every kind of it, against a third tenant of the same server and one of
// another server, writing and reading, by list and by id; and against node accounts, which claim to speak for any tenant.
import {
  Bytes32,
  DealMessage,
  DeliveryDetails,
  fingerprintOf,
  ForcedTransferData,
  freshSalt,
  RegistryEntryDetails,
  SaltedText,
} from '@connex/protocol'
import type { CallName, Fingerprint, PrivilegeName } from '@connex/protocol'
import { ApiError, call, downloadDocument, uploadDocument } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { seedEntry, seedForcedTransfer, seedReason } from '../../../../testkit/src/database/registryRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { testClient } from '../../../../testkit/src/servers/users.ts'

const EVERYTHING: PrivilegeName[] = [
  'delivery.BACKOFFICE',
  'instrument.BACKOFFICE',
  'document.BACKOFFICE',
  'registry.REGISTRAR_REGISTRATION',
  'registry.ISSUER_DOCUMENTATION',
  'registry.SHARED_POSITION_HANDLING',
  'registry.TA_CONTROLLER_SHARED_ONRAMPING',
  'user.TECHNICAL_ADMIN',
]
const NAMES = ['alpenbank', 'registrar', 'baltic', 'rhone', 'fjord'] as const
type Name = (typeof NAMES)[number]
/** On the same server as the sender and the registrar, and on the receiver's. */
const STRANGERS = ['rhone', 'fjord'] as const

let world: ServersFixture
let clients: Record<Name, Client>
const salted = (text: string) => SaltedText.parse({ salt: freshSalt(), text })
const { deliveryId, registryId, instrumentId, registryManager: registryManagerAddr } = SEEDED
const key = { registryManagerAddr, registryId }
const details = DeliveryDetails.parse({ salt: freshSalt(), description: 'Rebalancing' })
const reason = salted('Documents are missing')
const comment = salted('Late by a day')
const message = DealMessage.parse({
  salt: freshSalt(),
  v: 1,
  kind: 'RECALL',
  openingDeliveryId: deliveryId,
  lots: [{ lot: 'P1', quantity: '1' }],
  date: '2026-11-30',
})
const secret = Bytes32.parse(freshSalt())
let forced: ForcedTransferData
let entry: RegistryEntryDetails
let document: { fingerprint: Fingerprint; contentFp: Fingerprint }
let draftId: typeof instrumentId

beforeAll(async () => {
  world = await startServersFixture()
  const joined = await Promise.all(NAMES.map((name) => world.addUser(name, ...EVERYTHING)))
  clients = Object.fromEntries(NAMES.map((name, index) => [name, joined[index]!.client])) as typeof clients
  const { alpenbank, registrar } = clients
  const { tenants } = world
  forced = ForcedTransferData.parse({
    salt: freshSalt(),
    fromAddr: tenants.alpenbank,
    toAddr: tenants.baltic,
    quantity: '250',
    reason: 'Court order',
  })
  entry = RegistryEntryDetails.parse({
    salt: freshSalt(),
    owner: tenants.baltic,
    account: '7',
    quantity: '9',
  })
  for (const { database } of Object.values(world.servers))
    await database.kysely
      .updateTable('deliveries')
      .set({ private_data_fp: fingerprintOf(details) })
      .execute()
  await call(alpenbank, 'putDeliveryDetails', { body: { deliveryId, details } })
  await call(alpenbank, 'putDeliveryComment', { body: { deliveryId, comment } })
  await call(alpenbank, 'putDealMessage', { body: { message } })
  await call(alpenbank, 'putInternalComment', { body: { deliveryId, comment } })
  await call(alpenbank, 'putHtlcSecret', { body: { deliveryId, legIdx: 1, secret } })
  const log = { system: 'Core banking', text: 'Cash booked', at: 1_760_000_000 }
  await call(alpenbank, 'putExternalAuditLog', { body: { deliveryId, log } })
  await call(alpenbank, 'putComment', {
    body: { type: 'suspension reason', comment, sharedWith: [tenants.baltic] },
  })
  await call(registrar, 'putRegistrationReason', { body: { ...key, reason } })
  await call(registrar, 'putForcedTransfer', { body: { ...key, data: forced } })
  await call(registrar, 'issueEntries', { body: { ...key, entries: [entry] } })
  await world.writeIndex(async (db) => {
    await seedReason(db, fingerprintOf(reason))
    await seedForcedTransfer(db, fingerprintOf(forced))
    await seedEntry(db, {
      fingerprint: fingerprintOf(entry),
      owner: entry.owner,
      registrar: tenants.registrar,
    })
  })
  const bytes = new TextEncoder().encode('Terms')
  document = await uploadDocument(alpenbank, { name: 'Terms.pdf', mediaType: 'application/pdf', bytes })
  const draft = {
    instrumentType: 'BOND',
    identifierType: 'ISIN',
    identifier: 'DE000CNX0025',
    decimals: 0,
  } as const
  const label = { salt: Bytes32.parse(freshSalt()), label: 'Secret plans' }
  draftId = (await call(alpenbank, 'putDraft', { body: { ...draft, details: label } })).draftId
  await call(alpenbank, 'putInternalIdentifier', { body: { instrumentId, internalIdentifier: 'ALP-1' } })
  await until('the pushes', async () => {
    const query = { status: ['SYNCED' as const] }
    const counts = await Promise.all([
      call(alpenbank, 'syncOperations', { query }),
      call(registrar, 'syncOperations', { query }),
    ])
    return counts[0].totalItemCount === 4 && counts[1].totalItemCount === 2
  })
})
afterAll(() => world.stop())

const ids = { query: { deliveryIds: [deliveryId] } }
const reads: Record<string, { parties: Name[]; read: (client: Client) => Promise<number> }> = {
  details: {
    parties: ['alpenbank', 'registrar', 'baltic'],
    read: (by) => count(call(by, 'deliveryDetails', ids)),
  },
  'private comments': {
    parties: ['alpenbank', 'registrar', 'baltic'],
    read: (by) => count(call(by, 'deliveryComments', ids)),
  },
  'messages of a deal, not even by its registrar': {
    parties: ['alpenbank', 'baltic'],
    read: (by) => count(call(by, 'dealMessages', { query: { openingDeliveryIds: [deliveryId] } })),
  },
  'internal comments': { parties: ['alpenbank'], read: (by) => count(call(by, 'internalComments', ids)) },
  'HTLC secrets': { parties: ['alpenbank'], read: (by) => count(call(by, 'htlcSecrets', ids)) },
  'external audit logs': {
    parties: ['alpenbank'],
    read: async (by) => (await call(by, 'deliveryDetails', ids)).items[0]?.externalAuditLogs.length ?? 0,
  },
  'comments of registries, all of them': {
    parties: ['alpenbank', 'baltic'],
    read: (by) => count(call(by, 'comments')),
  },
  'comments of registries by fingerprint': {
    parties: ['alpenbank', 'baltic'],
    read: (by) => count(call(by, 'comments', { query: { fingerprints: [fingerprintOf(comment)] } })),
  },
  'reasons of registrations': {
    parties: ['alpenbank', 'registrar'],
    read: (by) =>
      count(call(by, 'registrationReasons', { query: { fingerprints: [fingerprintOf(reason)] } })),
  },
  'forced transfers': {
    parties: ['alpenbank', 'registrar', 'baltic'],
    read: async (by) => {
      const params = { entity_id: fingerprintOf(forced) }
      return (await call(by, 'forcedTransfer', { params })).data === null ? 0 : 1
    },
  },
  'details of entries': {
    parties: ['registrar', 'baltic'],
    read: (by) => {
      const query = { registryEntryFingerprints: [fingerprintOf(entry)] }
      return count(call(by, 'registryEntryDetails', { query }))
    },
  },
  documents: { parties: ['alpenbank'], read: async (by) => (await downloadDocument(by, document), 1) },
  drafts: {
    parties: ['alpenbank'],
    read: (by) => count(call(by, 'instruments', { query: { instrumentState: ['DRAFT'] } })),
  },
  'drafts by id': {
    parties: ['alpenbank'],
    read: (by) => count(call(by, 'instrumentDetails', { query: { instrumentIds: [draftId] } })),
  },
  'internal identifiers': {
    parties: ['alpenbank'],
    read: async (by) => {
      const { items } = await call(by, 'instruments', { query: { instrumentIds: [instrumentId] } })
      return items[0]?.internalIdentifier === 'ALP-1' ? 1 : 0
    },
  },
}

/** What a refused or unknown thing is to a reader: nothing. */
async function count(answer: Promise<{ totalItemCount: number }>): Promise<number> {
  return (await answer).totalItemCount
}

test.each(Object.entries(reads))('%s are read by their parties alone', async (_, { parties, read }) => {
  const seen = await Promise.all(
    NAMES.map((name) =>
      read(clients[name]).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return 0
        throw error
      }),
    ),
  )
  expect(NAMES.filter((_name, index) => seen[index]! > 0)).toEqual(parties)
})

test('no row about them lies with anybody else, on any server', async () => {
  const strangers = STRANGERS.map((name) => world.tenants[name])
  for (const { database } of Object.values(world.servers))
    for (const table of ['private_records', 'delivery_details', 'documents', 'instrument_drafts'] as const) {
      const rows = await database.kysely.selectFrom(table).select('tenant').execute()
      expect(rows.filter(({ tenant }) => strangers.includes(tenant))).toEqual([])
    }
})

describe.each(STRANGERS)('%s', (name) => {
  const writes: [string, (by: Client) => Promise<unknown>][] = [
    ['details', (by) => call(by, 'putDeliveryDetails', { body: { deliveryId, details } })],
    ['private comments', (by) => call(by, 'putDeliveryComment', { body: { deliveryId, comment } })],
    ['messages of a deal', (by) => call(by, 'putDealMessage', { body: { message } })],
    ['internal comments', (by) => call(by, 'putInternalComment', { body: { deliveryId, comment } })],
    ['HTLC secrets', (by) => call(by, 'putHtlcSecret', { body: { deliveryId, legIdx: 1, secret } })],
    [
      'external audit logs',
      (by) =>
        call(by, 'putExternalAuditLog', { body: { deliveryId, log: { system: 'x', text: 'x', at: 1 } } }),
    ],
    ['reasons of registrations', (by) => call(by, 'putRegistrationReason', { body: { ...key, reason } })],
    ['reasons of unregistering', (by) => call(by, 'unregister', { body: { ...key, reason } })],
    ['forced transfers', (by) => call(by, 'putForcedTransfer', { body: { ...key, data: forced } })],
    ['issued entries', (by) => call(by, 'issueEntries', { body: { ...key, entries: [entry] } })],
    ['imported entries', (by) => call(by, 'importEntries', { body: { ...key, entries: [entry] } })],
    ['on-ramped entries', (by) => call(by, 'onRampEntries', { body: { ...key, entries: [entry] } })],
    [
      'reorganised entries',
      (by) =>
        call(by, 'reorgEntries', { body: { ...key, deleted: [fingerprintOf(entry)], entries: [entry] } }),
    ],
    [
      'terminated entries',
      (by) =>
        call(by, 'terminateEntry', {
          body: { ...key, registryEntryFingerprint: fingerprintOf(entry), reason },
        }),
    ],
    [
      'details of instruments',
      (by) => call(by, 'putInstrumentDetails', { body: { instrumentId, details: label() } }),
    ],
    ['drafts', (by) => call(by, 'deleteDraft', { query: { draftId } })],
  ]
  const label = () => ({ salt: Bytes32.parse(freshSalt()), label: 'Forged' })

  test.each(writes)('writes no %s', async (_, write) => {
    await expect(write(clients[name])).rejects.toSatisfy(
      (error) => error instanceof ApiError && [403, 404].includes(error.status),
    )
  })

  test('sees none of the others’ pushes, and repeats none', async () => {
    expect((await call(clients[name], 'syncOperations')).items).toEqual([])
    const { items } = await call(clients.alpenbank, 'syncOperations')
    const body = { ids: items.map(({ id }) => id) }
    await expect(call(clients[name], 'retrySync', { body })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a node account', () => {
  let atNorth: Client
  beforeAll(async () => {
    const { config, nodeAccount } = world.servers.south
    const account = privateKeyToAccount(config.nodeKey)
    atNorth = await testClient(world.servers.north.url, {
      key: config.nodeKey,
      account,
      address: nodeAccount,
    })
  })

  const sendingTenantAddr = () => world.tenants.fjord
  const pushes: [string, () => Promise<unknown>][] = [
    ['details', () => call(atNorth, 'putDeliveryDetails', { body: { deliveryId, details, ...from() } })],
    ['comments', () => call(atNorth, 'putDeliveryComment', { body: { deliveryId, comment, ...from() } })],
    ['messages of a deal', () => call(atNorth, 'putDealMessage', { body: { message, ...from() } })],
    ['reasons', () => call(atNorth, 'putRegistrationReason', { body: { ...key, reason, ...from() } })],
    [
      'forced transfers',
      () => call(atNorth, 'putForcedTransfer', { body: { ...key, data: forced, ...from() } }),
    ],
    ['entries', () => call(atNorth, 'issueEntries', { body: { ...key, entries: [entry], ...from() } })],
  ]
  const from = () => ({ sendingTenantAddr: sendingTenantAddr() })

  test.each(pushes)('pushes no %s in the name of a tenant that takes no part', async (_, push) => {
    await expect(push()).rejects.toMatchObject({ status: 403 })
  })

  test.each(Object.entries(reads))('reads no %s', async (_, { read }) => {
    await expect(read(atNorth)).rejects.toMatchObject({ status: 403 })
  })

  test('calls nothing else', async () => {
    for (const name of ['account', 'syncOperations', 'transfers'] as const satisfies CallName[])
      await expect(call(atNorth, name)).rejects.toMatchObject({ status: 403 })
  })
})
