import fs from 'node:fs'
import { readdir } from 'node:fs/promises'
import { bodyHash, fingerprintOf, freshSalt, InstrumentDetails } from '@connex/protocol'
import type { DocumentMetadata, StoredDocument } from '@connex/protocol'
import { call, downloadDocument, uploadDocument } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { documentBody, upload as send } from '@connex/sdk/http'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { rawRequest, sendSigned, signRequest } from '../../../../testkit/src/servers/requests.ts'
import { testClient } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'

let world: ServersFixture
let url: string
let user: TestUser
beforeAll(async () => {
  world = await startServersFixture()
  url = world.servers.north.url
  user = (await world.addUser('alpenbank', 'document.BACKOFFICE')).user
})
afterAll(() => world.stop())

const BOUNDARY = 'connex-boundary'
const metadata = { salt: freshSalt(), name: 'Terms.pdf', mediaType: 'application/pdf' }
const part = (name: string, content: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
const meta = part('metadata', JSON.stringify(metadata))
const file = part('file', 'The very bytes\r\n-- of it', '; filename="../../x"')
const close = `--${BOUNDARY}--\r\n`
const target = '/api/v6/instrument-manager/documents/upload'
const contentType = `multipart/form-data; boundary=${BOUNDARY}`
const bytes = (text: string, type = contentType) => ({
  data: new TextEncoder().encode(text),
  contentType: type,
})

const upload = (text: string, by = user) => sendSigned(url, by, { method: 'PUT', target, bytes: bytes(text) })
const download = (
  by: TestUser,
  { fingerprint, contentFp }: Pick<StoredDocument, 'fingerprint' | 'contentFp'>,
) =>
  sendSigned(url, by, { target: `/api/v6/instrument-manager/documents/download/${fingerprint}/${contentFp}` })

test.each([
  ['SRV-09 on a disk that is full', 'write', 'ENOSPC'],
  ['SRV-10 on a disk that fails to keep it', 'fsync', 'EIO'],
] as const)('%s an upload is not taken, and leaves nothing; the next one is', async (_, operation, code) => {
  const folder = world.servers.north.config.documentsDir
  const before = await readdir(folder).catch(() => [])
  const fails = (...given: unknown[]) =>
    (given.at(-1) as (error: Error) => void)(Object.assign(new Error(code), { code }))
  const disk = vi.spyOn(fs, operation as 'fsync').mockImplementation(fails)
  expect(await upload(meta + file + close)).toMatchObject({ status: 503, problem: { code: 'unavailable' } })
  disk.mockRestore()
  expect(await readdir(folder)).toEqual(before)
  expect(await upload(meta + file + close)).toMatchObject({ status: 200 })
})

test.each([
  ['the parts the other way round', file + meta + close],
  ['a third part', meta + file + part('file', 'another') + close],
  ['no file', meta + close],
  ['no metadata', file + close],
  ['no end', meta + file],
  ['metadata that is none', part('metadata', '{}') + file + close],
  ['nothing', ''],
])('REQ-27 %s is refused', async (_, text) => {
  expect(await upload(text)).toMatchObject({ status: 400, problem: { code: 'badRequest' } })
})

test.each([
  '../../etc/passwd',
  'a/b.pdf',
  'a\\b.pdf',
  '..',
  '.',
  'Terms\u202Efdp.exe',
  'Terms\u2066.pdf',
  'Terms\n.pdf',
  'Terms\u0085.pdf',
])('REQ-27 a document whose name is %j is refused', async (name) => {
  const named = part('metadata', JSON.stringify({ ...metadata, name }))
  expect(await upload(named + file + close)).toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'name' }] },
  })
})

test('a name in any script, with dots and spaces, is a name', async () => {
  const named = part(
    'metadata',
    JSON.stringify({ ...metadata, name: 'Prospectus v1..2 – Größe 株式 ملف.pdf' }),
  )
  expect(await upload(named + file + close)).toMatchObject({ status: 200 })
})

test.each([1, 10, 18])('a boundary of which %i bytes lie in the next chunk is found', async (numBytes) => {
  const chunk = 65_536
  const boundary = `\r\n--${BOUNDARY}`
  const content = 'x'.repeat(chunk - boundary.length + numBytes)
  expect(await upload(meta + part('file', content) + file + close)).toMatchObject({ status: 400 })
})

test('a JSON body is not an upload, and an upload is not a JSON body', async () => {
  const json = await sendSigned(url, user, { method: 'PUT', target, body: {} })
  expect(json).toMatchObject({ status: 415 })
  const wrong = { method: 'PUT', target: '/api/v6/sync/operations/retry', bytes: bytes(meta + file + close) }
  expect(await sendSigned(url, user, wrong)).toMatchObject({ status: 415 })
})

test('REQ-01 REQ-27 bytes other than those signed are refused, and leave nothing', async () => {
  const before = await world.servers.north.database.kysely.selectFrom('documents').selectAll().execute()
  const request = await signRequest(url, user, { method: 'PUT', target, bytes: bytes(meta + file + close) })
  const changed = new TextEncoder().encode((meta + file + close).replace('very', 'Very'))
  expect(await rawRequest(url, { ...request, body: changed })).toMatchObject({
    status: 401,
    problem: { code: 'unauthenticated' },
  })
  expect(await world.servers.north.database.kysely.selectFrom('documents').selectAll().execute()).toEqual(
    before,
  )
  // The nonce was not used up: the right bytes still arrive.
  expect(await rawRequest(url, request)).toMatchObject({ status: 200 })
})

test('more than 25 MB are refused', async () => {
  const large = meta + part('file', 'x'.repeat(25 * 1_048_576)) + close
  const answer = await upload(large).catch(() => ({ status: 413 }))
  expect(answer.status).toBe(413)
})

test('a reader uploads nothing', async () => {
  const { user: reader } = await world.addUser('alpenbank', 'document.BACKOFFICE_RO')
  expect(await upload(meta + file + close, reader)).toMatchObject({ status: 403 })
})

test('the same bytes can be downloaded, by their own tenant only, and no name leaves the folder', async () => {
  const answer = await upload(meta + file + close)
  expect(answer.status).toBe(200)
  const stored = JSON.parse(answer.text) as StoredDocument
  expect(stored).toMatchObject({ name: 'Terms.pdf', mediaType: 'application/pdf', size: 24 })
  const { user: reader } = await world.addUser('alpenbank', 'document.BACKOFFICE_RO')
  const got = await download(reader, stored)
  expect(got).toMatchObject({ status: 200, text: 'The very bytes\r\n-- of it' })
  expect(got.headers['content-disposition']).toContain('Terms.pdf')
  const { user: stranger } = await world.addUser('rhone', 'document.BACKOFFICE')
  const missing = { status: 404, problem: { detail: 'Document not found' } }
  expect(await download(stranger, stored)).toMatchObject(missing)
  const other = freshSalt() as StoredDocument['contentFp']
  expect(await download(user, { ...stored, contentFp: other })).toMatchObject(missing)
  expect(await download(user, { ...stored, fingerprint: other })).toMatchObject(missing)
  const { documentsDir } = world.servers.north.config
  expect(await readdir(documentsDir)).toEqual([stored.contentFp])
})

describe('a document that an instrument’s details name', () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  let stored: StoredDocument
  let issuer: Client
  const { instrumentId } = SEEDED

  beforeAll(async () => {
    issuer = (await world.addUser('alpenbank', 'document.BACKOFFICE', 'instrument.BACKOFFICE')).client
    stored = await uploadDocument(issuer, { name: 'Prospectus.pdf', mediaType: 'application/pdf', bytes })
  })

  /** North's node account at south's door, with whatever bytes. */
  const push = async (content: Uint8Array, given: Partial<DocumentMetadata> = {}) => {
    const { north, south } = world.servers
    const key = north.config.nodeKey
    const client = await testClient(south.url, {
      key,
      account: privateKeyToAccount(key),
      address: north.nodeAccount,
    })
    const { head, tail, contentType } = documentBody({
      salt: stored.fingerprint,
      name: 'x',
      mediaType: 'a/b',
      sendingTenantAddr: world.tenants.alpenbank,
      ...given,
    })
    const body = new Uint8Array(Buffer.concat([head, content, tail]))
    return send(client, { contentType, length: body.length, sha256: await bodyHash(body), open: () => body })
  }
  const downloadAt = async (name: 'baltic' | 'fjord' | 'rhone') =>
    downloadDocument((await world.addUser(name, 'document.BACKOFFICE_RO')).client, stored)

  test('is not taken from another server before these details are here', async () => {
    await expect(push(bytes)).rejects.toMatchObject({ status: 409, code: 'notYetIndexed' })
  })

  test('is not taken in the name of another tenant, nor from a user', async () => {
    await expect(push(bytes, { sendingTenantAddr: world.tenants.baltic })).rejects.toMatchObject({
      status: 403,
    })
    await expect(push(bytes, { sendingTenantAddr: undefined })).rejects.toMatchObject({ status: 403 })
  })

  test('SRV-18 is a mismatch with other bytes or another size, and leaves nothing', async () => {
    const given = { fingerprint: stored.fingerprint }
    expect(await push(bytes.slice(1), given)).toMatchObject({ status: 'FINGERPRINT_MISMATCH' })
    expect(await push(bytes, { size: 1 })).toMatchObject({ status: 'FINGERPRINT_MISMATCH' })
    expect(await readdir(world.servers.south.config.documentsDir)).toEqual([])
  })

  test('reaches every other server once the ledger has the details’ fingerprint, with the same bytes', async () => {
    for (const name of ['baltic', 'rhone'] as const)
      await expect(downloadAt(name)).rejects.toMatchObject({ status: 404 })
    const { fingerprint, contentFp, name } = stored
    const details = InstrumentDetails.parse({
      salt: freshSalt(),
      label: 'Hanseatic 2031',
      documents: [{ fingerprint, contentFp, name }],
    })
    for (const { database } of Object.values(world.servers))
      await database.kysely
        .updateTable('instruments')
        .set({ private_data_fp: fingerprintOf(details) })
        .execute()
    await call(issuer, 'putInstrumentDetails', { body: { instrumentId, details } })
    await until('the push', () => downloadAt('baltic').catch(() => undefined))
    for (const reader of ['baltic', 'fjord', 'rhone'] as const)
      expect(await downloadAt(reader)).toEqual(bytes)
    const admin = (await world.addUser('alpenbank', 'user.TECHNICAL_ADMIN')).client
    const query = { event: 'DOCUMENT' } as const
    const pushed = async () => (await call(admin, 'syncOperations', { query })).items
    await until('the note', async () => (await pushed())[0]?.status === 'SYNCED')
    expect(await pushed()).toMatchObject([{ entityId: instrumentId, status: 'SYNCED' }])
  })

  test('is stored once if pushed twice', async () => {
    const { database, config } = world.servers.south
    const rows = () => database.kysely.selectFrom('documents').selectAll().execute()
    const before = await rows()
    const outbox = world.servers.north.database.kysely
    await outbox
      .updateTable('outbox')
      .set({ status: 'PENDING', next_attempt_at: 0 })
      .where('event', '=', 'DOCUMENT')
      .execute()
    const admin = (await world.addUser('alpenbank', 'user.TECHNICAL_ADMIN')).client
    const query = { event: 'DOCUMENT' } as const
    await until('the push', async () => {
      const [operation] = (await call(admin, 'syncOperations', { query })).items
      return operation?.status === 'SYNCED'
    })
    expect(await rows()).toEqual(before)
    expect(await readdir(config.documentsDir)).toEqual([stored.contentFp])
  })
})
