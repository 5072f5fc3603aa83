import {
  Bytes32,
  fingerprintOf,
  ForcedTransferData,
  freshSalt,
  RegistryEntryDetails,
  RegistryId,
  SaltedText,
} from '@connex/protocol'
import type { Address, Fingerprint } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import {
  endEntry,
  seedEntry,
  seedForcedTransfer,
  seedMovement,
  seedReason,
} from '../../../../testkit/src/database/registryRows.ts'
import type { SeededMovement } from '../../../../testkit/src/database/registryRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { nowSeconds } from '../../storage/engine/database.ts'

let world: ServersFixture
let registrar: Client
let issuer: Client
let baltic: Client
let rhone: Client
let fjord: Client
beforeAll(async () => {
  world = await startServersFixture()
  const clientOf = async (name: 'alpenbank' | 'registrar' | 'baltic' | 'rhone' | 'fjord') =>
    (
      await world.addUser(
        name,
        'registry.REGISTRAR_REGISTRATION',
        'registry.SHARED_POSITION_HANDLING',
        'registry.TA_CONTROLLER_SHARED_ONRAMPING',
      )
    ).client
  registrar = await clientOf('registrar')
  issuer = await clientOf('alpenbank')
  baltic = await clientOf('baltic')
  rhone = await clientOf('rhone')
  fjord = await clientOf('fjord')
})
afterAll(() => world.stop())

const registryManagerAddr = SEEDED.registryManager
const { registryId } = SEEDED
const key = { registryManagerAddr, registryId }
const unknown = { registryManagerAddr, registryId: RegistryId.parse(freshSalt()) }
const NOT_FOUND = { status: 404, detail: 'Related instrument or registry not found.' }
const reason = () => SaltedText.parse({ salt: freshSalt(), text: 'Documents are missing' })

describe.each(['putRegistrationReason', 'unregister'] as const)('%s', (name) => {
  test('is refused for an unknown registry, and from who is on neither side', async () => {
    await expect(call(registrar, name, { body: { ...unknown, reason: reason() } })).rejects.toMatchObject(
      NOT_FOUND,
    )
    await expect(call(rhone, name, { body: { ...key, reason: reason() } })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('waits for the ledger’s fingerprint, seen by its author alone', async () => {
    const { fingerprint, status } = await call(registrar, name, { body: { ...key, reason: reason() } })
    expect(status).toBe('PENDING')
    const read = (client: Client) =>
      call(client, 'registrationReasons', { query: { fingerprints: [fingerprint] } })
    expect((await read(registrar)).items).toMatchObject([{ status: 'PENDING' }])
    for (const other of [issuer, rhone, baltic, fjord])
      await expect(read(other)).rejects.toMatchObject(NOT_FOUND)
  })

  test('is then read by both sides, and by nobody else', async () => {
    const given = reason()
    const { fingerprint } = await call(registrar, name, { body: { ...key, reason: given } })
    expect(fingerprint).toBe(fingerprintOf(given))
    await world.writeIndex((db) => seedReason(db, fingerprint))
    const read = (client: Client) =>
      call(client, 'registrationReasons', { query: { fingerprints: [fingerprint] } })
    for (const side of [registrar, issuer])
      expect((await read(side)).items).toMatchObject([
        { text: 'Documents are missing', registryId, fingerprint, status: 'SYNCED' },
      ])
    for (const stranger of [rhone, baltic, fjord])
      await expect(read(stranger)).rejects.toMatchObject(NOT_FOUND)
    expect(await call(registrar, name, { body: { ...key, reason: given } })).toEqual({
      fingerprint,
      status: 'SYNCED',
    })
  })
})

describe('a forced transfer', () => {
  const data = () =>
    ForcedTransferData.parse({
      salt: freshSalt(),
      fromAddr: world.tenants.alpenbank,
      toAddr: world.tenants.baltic,
      quantity: '250',
      reason: 'Court order',
    })
  const read = (client: Client, entity_id: Fingerprint) =>
    call(client, 'forcedTransfer', { params: { entity_id } })

  test('is the registrar’s alone', async () => {
    await expect(call(issuer, 'putForcedTransfer', { body: { ...key, data: data() } })).rejects.toMatchObject(
      {
        status: 403,
      },
    )
    await expect(
      call(registrar, 'putForcedTransfer', { body: { ...unknown, data: data() } }),
    ).rejects.toMatchObject(NOT_FOUND)
  })

  test('reaches both holders with its reason, on any server, and nobody else', async () => {
    const { entityId } = await call(registrar, 'putForcedTransfer', { body: { ...key, data: data() } })
    await expect(read(issuer, entityId)).rejects.toMatchObject({ status: 404 })
    await world.writeIndex((db) => seedForcedTransfer(db, entityId))
    const expected = {
      entityId,
      registryId,
      registrarAddr: world.tenants.registrar,
      status: 'SYNCED',
      data: { reason: 'Court order' },
    }
    expect(await read(registrar, entityId)).toMatchObject(expected)
    expect(await read(issuer, entityId)).toMatchObject(expected)
    await until('the push', () =>
      read(baltic, entityId).then(
        () => true,
        () => false,
      ),
    )
    expect(await read(baltic, entityId)).toMatchObject(expected)
    for (const stranger of [rhone, fjord])
      await expect(read(stranger, entityId)).rejects.toMatchObject({ status: 404 })
  })
})

describe('entries', () => {
  const entry = (owner: Address, quantity: string) =>
    RegistryEntryDetails.parse({ salt: freshSalt(), owner, account: '7', quantity })
  const publish = (...entries: RegistryEntryDetails[]) =>
    world.writeIndex(async (db) => {
      for (const details of entries) {
        const fingerprint = fingerprintOf(details)
        await seedEntry(db, { fingerprint, owner: details.owner, registrar: world.tenants.registrar })
      }
    })
  const read = async (client: Client, ...registryEntryFingerprints: Fingerprint[]) =>
    (await call(client, 'registryEntryDetails', { query: { registryEntryFingerprints } })).items

  test.each(['issueEntries', 'importEntries', 'onRampEntries', 'reorgEntries'] as const)(
    '%s of an unknown registry, or by a stranger, are refused',
    async (name) => {
      const entries = [entry(world.tenants.alpenbank, '5')]
      const deletion = { deleted: [fingerprintOf(entries[0]!)] }
      const deleted = name === 'reorgEntries' ? deletion : ({} as typeof deletion)
      const put = (client: Client, registry: typeof key) =>
        call(client, name, { body: { ...registry, ...deleted, entries } })
      await expect(put(registrar, unknown)).rejects.toMatchObject(NOT_FOUND)
      await expect(put(rhone, key)).rejects.toMatchObject({ status: 403 })
    },
  )

  test('each owner gets its own and no other’s, wherever it is hosted', async () => {
    const [own, others] = [entry(world.tenants.alpenbank, '60'), entry(world.tenants.baltic, '40')]
    const { fingerprints } = await call(registrar, 'issueEntries', {
      body: { ...key, entries: [own, others] },
    })
    expect(fingerprints).toEqual([fingerprintOf(own), fingerprintOf(others)])
    expect(await read(registrar, ...fingerprints)).toMatchObject([
      { status: 'PENDING' },
      { status: 'PENDING' },
    ])
    expect(await read(issuer, ...fingerprints)).toEqual([])
    await publish(own, others)
    expect(await read(registrar, ...fingerprints)).toHaveLength(2)
    expect(await read(issuer, ...fingerprints)).toMatchObject([{ details: own, registryId }])
    await until('the push', async () => (await read(baltic, ...fingerprints)).length === 1)
    expect(await read(baltic, ...fingerprints)).toMatchObject([{ details: others }])
    for (const stranger of [rhone, fjord]) expect(await read(stranger, ...fingerprints)).toEqual([])
  })

  test('a reorg keeps the quantity', async () => {
    const whole = entry(world.tenants.alpenbank, '100')
    await call(registrar, 'issueEntries', { body: { ...key, entries: [whole] } })
    await publish(whole)
    const split = (...quantities: string[]) =>
      call(issuer, 'reorgEntries', {
        body: {
          ...key,
          deleted: [fingerprintOf(whole)],
          entries: quantities.map((quantity) => entry(world.tenants.alpenbank, quantity)),
        },
      })
    await expect(split('70', '31')).rejects.toMatchObject({ status: 400 })
    await expect(split('70', '30')).resolves.toMatchObject({
      fingerprints: [expect.any(String), expect.any(String)],
      status: 'PENDING',
    })
  })

  test('entries that the ledger has as another owner’s reach nobody', async () => {
    const forged = entry(world.tenants.rhone, '7')
    await call(registrar, 'issueEntries', { body: { ...key, entries: [forged] } })
    await publish({ ...forged, owner: world.tenants.alpenbank })
    const fingerprint = fingerprintOf(forged)
    await world.writeIndex((db) =>
      seedEntry(db, { fingerprint, owner: world.tenants.alpenbank, registrar: world.tenants.registrar }),
    )
    for (const other of [rhone, issuer, baltic]) expect(await read(other, fingerprint)).toEqual([])
  })

  test('a stranger that calls itself the owner of a reorg’s entries reaches nobody', async () => {
    const entries = [entry(world.tenants.rhone, '7')]
    const body = { ...key, deleted: [fingerprintOf(entry(world.tenants.alpenbank, '7'))], entries }
    await call(rhone, 'reorgEntries', { body })
    expect(await read(registrar, fingerprintOf(entries[0]!))).toEqual([])
  })

  test('what goes with a termination is the registrar’s, about an entry that is, and its owner’s to read', async () => {
    const ended = entry(world.tenants.baltic, '9')
    const body = { ...key, registryEntryFingerprint: fingerprintOf(ended), reason: reason() }
    await expect(call(registrar, 'terminateEntry', { body })).rejects.toMatchObject(NOT_FOUND)
    await call(registrar, 'issueEntries', { body: { ...key, entries: [ended] } })
    await expect(call(issuer, 'terminateEntry', { body })).rejects.toMatchObject({ status: 403 })
    await expect(call(registrar, 'terminateEntry', { body: { ...body, ...unknown } })).rejects.toMatchObject(
      NOT_FOUND,
    )
    await publish(ended)
    const fingerprint = fingerprintOf(body.reason)
    expect(await call(registrar, 'terminateEntry', { body })).toEqual({ fingerprint, status: 'PENDING' })
    const holders = () => holdersOf(fingerprint)
    expect(await holders()).toEqual([world.tenants.registrar])
    await world.writeIndex((db) => endEntry(db, fingerprintOf(ended)))
    await until('the push', async () => (await holders()).length === 2)
    expect(await holders()).toEqual([world.tenants.registrar, world.tenants.baltic])
  })

  describe('of accounts, which carry no fingerprint', () => {
    const account = () => ({ owner: world.tenants.baltic, account: '7' })
    const stored = nowSeconds()
    const move = (...moved: SeededMovement[]) =>
      world.writeIndex(async (db) => {
        for (const one of moved) await seedMovement(db, one)
      })

    test.each([
      ['issueEntries', 'ISSUED', '41'],
      ['importEntries', 'IMPORTED', '42'],
    ] as const)('%s: stand once owner, account and quantity have come', async (name, kind, quantity) => {
      const come = { kind, to: account(), quantity, at: stored }
      const details = entry(world.tenants.baltic, quantity)
      // As much came before, or in a delivery, or something else has come.
      await move({ ...come, at: stored - 3600 }, { ...come, reference: Bytes32.parse(freshSalt()) })
      const put = await call(registrar, name, { body: { ...key, entries: [details] } })
      expect(put.status).toBe('PENDING')
      await move(
        { ...come, quantity: '40' },
        { ...come, to: { ...account(), account: '8' } },
        { ...come, to: { ...account(), owner: world.tenants.fjord } },
        { ...come, kind: 'TRANSFERRED' },
      )
      const fingerprint = fingerprintOf(details)
      expect(await read(registrar, fingerprint)).toMatchObject([{ status: 'PENDING' }])
      await move(come)
      expect(await read(registrar, fingerprint)).toMatchObject([{ status: 'SYNCED' }])
      await until('the push', async () => (await read(baltic, fingerprint)).length === 1)
      for (const stranger of [issuer, rhone, fjord]) expect(await read(stranger, fingerprint)).toEqual([])
    })

    test('the reason of a termination reaches the owner once the account’s quantity has decreased', async () => {
      const details = entry(world.tenants.baltic, '43')
      const entries = { body: { ...key, entries: [details] } }
      await call(registrar, 'issueEntries', entries)
      await move({ kind: 'ISSUED', to: account(), quantity: '43', at: stored })
      await until('the push', async () => (await read(baltic, fingerprintOf(details))).length === 1)
      const body = { ...key, registryEntryFingerprint: fingerprintOf(details), reason: reason() }
      const { fingerprint, status } = await call(registrar, 'terminateEntry', { body })
      expect(status).toBe('PENDING')
      const termination = { kind: 'TERMINATED', from: account(), quantity: '43', at: stored } as const
      await move(
        { ...termination, from: { ...account(), account: '8' } },
        { ...termination, at: stored - 3600 },
      )
      expect(await holdersOf(fingerprint)).toEqual([world.tenants.registrar])
      await move(termination)
      await until('the push', async () => (await holdersOf(fingerprint)).length === 2)
      expect(await holdersOf(fingerprint)).toEqual([world.tenants.registrar, world.tenants.baltic])
    })
  })
})

/** The tenants that have a record of it, on either server. */
async function holdersOf(fingerprint: Fingerprint): Promise<Address[]> {
  const held = await Promise.all(
    Object.values(world.servers).map(({ database }) =>
      database.kysely
        .selectFrom('private_records')
        .select('tenant')
        .where('fingerprint', '=', fingerprint)
        .execute(),
    ),
  )
  return held.flat().map(({ tenant }) => tenant)
}
