import { Bytes32, freshSalt, readableText, SaltedText, TxHash, ZERO_ADDRESS } from '@connex/protocol'
import { call, whoami } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { until } from '../../../../testkit/src/machine.ts'

let world: ServersFixture
let alpen: Client
let baltic: Client
let registrar: Client
let rhone: Client
let fjord: Client
beforeAll(async () => {
  world = await startServersFixture()
  const clientOf = async (name: 'alpenbank' | 'baltic' | 'registrar' | 'rhone' | 'fjord') =>
    (await world.addUser(name, 'delivery.BACKOFFICE', 'registry.REGISTRAR_REGISTRATION')).client
  alpen = await clientOf('alpenbank')
  baltic = await clientOf('baltic')
  registrar = await clientOf('registrar')
  rhone = await clientOf('rhone')
  fjord = await clientOf('fjord')
})
afterAll(() => world.stop())

const { deliveryId } = SEEDED
const salted = (text: string) => SaltedText.parse({ salt: freshSalt(), text })
const query = { deliveryIds: [deliveryId] }

describe('a private comment on a delivery', () => {
  const put = (client: Client, text: string) =>
    call(client, 'putDeliveryComment', { body: { deliveryId, comment: salted(text) } })
  const texts = async (client: Client) =>
    (await call(client, 'deliveryComments', { query })).items.map(({ text }) => readableText(text ?? ''))

  test('is not written by a tenant that takes no part, nor about a delivery that is none', async () => {
    await expect(put(rhone, 'x')).rejects.toMatchObject({ status: 404 })
    const comment = salted('x')
    const body = { deliveryId: freshSalt() as typeof deliveryId, comment }
    await expect(call(alpen, 'putDeliveryComment', { body })).rejects.toMatchObject({ status: 404 })
  })

  test('is not pushed by a user, nor in the name of another tenant', async () => {
    const body = { deliveryId, comment: salted('x'), sendingTenantAddr: world.tenants.registrar }
    await expect(call(alpen, 'putDeliveryComment', { body })).rejects.toMatchObject({ status: 403 })
  })

  test('reaches every party, here and on another server, and nobody else', async () => {
    await put(alpen, 'Late by a day')
    expect(await texts(alpen)).toEqual(['Late by a day'])
    expect(await texts(registrar)).toEqual(['Late by a day'])
    await until('the push', async () => (await texts(baltic)).includes('Late by a day'))
    await put(baltic, 'Fine by us')
    await until('the answer', async () => (await texts(alpen)).length === 2)
    expect(await texts(registrar)).toContain('Fine by us')
    expect([await texts(rhone), await texts(fjord)]).toEqual([[], []])
    for (const { database } of Object.values(world.servers)) {
      const rows = await database.kysely.selectFrom('private_records').select('tenant').execute()
      const outsiders = [world.tenants.rhone, world.tenants.fjord]
      expect(rows.filter(({ tenant }) => outsiders.includes(tenant))).toEqual([])
    }
  })

  test('that waits for the ledger is its author’s alone until the ledger has its fingerprint', async () => {
    const comment = salted('Wrong quantity')
    const body = { deliveryId, comment, untilOnLedger: true }
    const { fingerprint, status } = await call(alpen, 'putDeliveryComment', { body })
    expect(status).toBe('PENDING')
    expect(await texts(alpen)).toContain('Wrong quantity')
    expect(await texts(registrar)).not.toContain('Wrong quantity')
    const vote = {
      delivery_id: deliveryId,
      tenant: world.tenants.alpenbank,
      reason_fp: Bytes32.parse(fingerprint),
      at: 1,
      from_block: 1,
      log_index: 9,
      tx_hash: TxHash.parse(freshSalt()),
    }
    for (const { database } of Object.values(world.servers))
      await database.kysely.insertInto('cancel_votes').values(vote).execute()
    await call(alpen, 'putDeliveryComment', { body })
    expect(await texts(registrar)).toContain('Wrong quantity')
    await until('the push', async () => (await texts(baltic)).includes('Wrong quantity'))
  })

  test('names the user who wrote it to colleagues alone, not to another tenant of the same server', async () => {
    const author = async (client: Client) => {
      const { items } = await call(client, 'deliveryComments', { query })
      const { authorAddr, authorName } = items.find(
        ({ text }) => readableText(text ?? '') === 'Late by a day',
      )!
      return { authorAddr, authorName }
    }
    const colleague = (await world.addUser('alpenbank', 'delivery.BACKOFFICE_RO')).client
    const { user } = await whoami(alpen)
    expect(await author(colleague)).toEqual({ authorAddr: user.userAddr, authorName: user.name })
    for (const other of [registrar, baltic])
      expect(await author(other)).toEqual({ authorAddr: ZERO_ADDRESS, authorName: null })
  })

  test('keeps its author, and the author’s signed request where it was taken', async () => {
    const { items } = await call(alpen, 'deliveryComments', { query })
    const own = items.find(({ authorTenantAddr }) => authorTenantAddr === world.tenants.alpenbank)
    expect(own).toMatchObject({ type: 'PRIVATE', deliveryId })
    const { proof } = await world.servers.north.database.kysely
      .selectFrom('private_records')
      .select('proof')
      .where('tenant', '=', world.tenants.alpenbank)
      .where('author_tenant', '=', world.tenants.alpenbank)
      .executeTakeFirstOrThrow()
    expect(proof).toHaveProperty('text')
    expect(JSON.stringify(proof)).toContain('conx-req-v6\\n31337\\n')
  })
})

describe('an internal comment', () => {
  test('belongs to its author’s tenant alone', async () => {
    const body = { deliveryId, comment: salted('Ask legal') }
    await expect(call(rhone, 'putInternalComment', { body })).rejects.toMatchObject({ status: 404 })
    await call(alpen, 'putInternalComment', { body })
    const colleague = (await world.addUser('alpenbank', 'delivery.BACKOFFICE_RO')).client
    const read = async (client: Client) =>
      (await call(client, 'internalComments', { query })).items.map(({ text, type }) => [text, type])
    expect(await read(colleague)).toEqual([['Ask legal', 'INTERNAL']])
    for (const other of [registrar, baltic, rhone]) expect(await read(other)).toEqual([])
    await expect(call(colleague, 'putInternalComment', { body })).rejects.toMatchObject({ status: 403 })
  })
})

describe('a comment of a registry', () => {
  const types = [
    'reason',
    'forced-transfer reason',
    'suspension reason',
    'export reason',
    'unregister reason',
    'onramp reference',
    'offramp reference',
  ] as const

  test.each(types)(
    '%s is stored, shared with whom it names, and found by fingerprint and type',
    async (type) => {
      const body = { type, comment: salted(`About ${type}`), sharedWith: [world.tenants.baltic] }
      const { fingerprint } = await call(registrar, 'putComment', { body })
      const find = async (client: Client, wanted: (typeof types)[number]) =>
        (await call(client, 'comments', { query: { fingerprints: [fingerprint], type: wanted } })).items
      expect(await find(registrar, type)).toMatchObject([{ text: `About ${type}`, fingerprint, type }])
      const other = type === 'reason' ? 'export reason' : 'reason'
      expect(await find(registrar, other)).toEqual([])
      await until('the push', async () => (await find(baltic, type)).length === 1)
      for (const stranger of [alpen, rhone, fjord]) expect(await find(stranger, type)).toEqual([])
    },
  )
})
