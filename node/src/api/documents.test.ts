import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshSalt } from '@connex/protocol'
import type { StoredDocument } from '@connex/protocol'
import type { TestUser } from '../testing/newUser.ts'
import { rawRequest } from '../testing/rawRequest.ts'
import { sendSigned, signRequest } from '../testing/signedRequest.ts'
import { startTestDesks } from '../testing/startTestDesks.ts'
import type { TestDesks } from '../testing/startTestDesks.ts'

let world: TestDesks
let url: string
let user: TestUser
beforeAll(async () => {
  world = await startTestDesks()
  url = world.desks.north.url
  user = (await world.join('alpenbank', 'document.BACKOFFICE')).user
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

test('JSON is no upload, and an upload is no JSON', async () => {
  const json = await sendSigned(url, user, { method: 'PUT', target, body: {} })
  expect(json).toMatchObject({ status: 415 })
  const wrong = { method: 'PUT', target: '/api/v6/sync/operations/retry', bytes: bytes(meta + file + close) }
  expect(await sendSigned(url, user, wrong)).toMatchObject({ status: 415 })
})

test('REQ-01 REQ-27 bytes other than those signed are refused, and leave nothing', async () => {
  const before = await world.desks.north.database.kysely.selectFrom('documents').selectAll().execute()
  const request = await signRequest(url, user, { method: 'PUT', target, bytes: bytes(meta + file + close) })
  const changed = new TextEncoder().encode((meta + file + close).replace('very', 'Very'))
  expect(await rawRequest(url, { ...request, body: changed })).toMatchObject({
    status: 401,
    problem: { code: 'unauthenticated' },
  })
  expect(await world.desks.north.database.kysely.selectFrom('documents').selectAll().execute()).toEqual(
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
  const { user: reader } = await world.join('alpenbank', 'document.BACKOFFICE_RO')
  expect(await upload(meta + file + close, reader)).toMatchObject({ status: 403 })
})

test('the very bytes come back, to the own tenant alone, and no name leaves the folder', async () => {
  const answer = await upload(meta + file + close)
  expect(answer.status).toBe(200)
  const stored = JSON.parse(answer.text) as StoredDocument
  expect(stored).toMatchObject({ name: 'Terms.pdf', mediaType: 'application/pdf', size: 24 })
  const { user: reader } = await world.join('alpenbank', 'document.BACKOFFICE_RO')
  const got = await download(reader, stored)
  expect(got).toMatchObject({ status: 200, text: 'The very bytes\r\n-- of it' })
  expect(got.headers['content-disposition']).toContain('Terms.pdf')
  const { user: stranger } = await world.join('rhone', 'document.BACKOFFICE')
  const missing = { status: 404, problem: { detail: 'Document not found' } }
  expect(await download(stranger, stored)).toMatchObject(missing)
  const other = freshSalt() as StoredDocument['contentFp']
  expect(await download(user, { ...stored, contentFp: other })).toMatchObject(missing)
  expect(await download(user, { ...stored, fingerprint: other })).toMatchObject(missing)
  const { documentsDir } = world.desks.north.config
  expect(await readdir(documentsDir)).toEqual([stored.contentFp])
})
