// Every error that a caller can meet comes out of the catalogue: read off the endpoint table and the sources.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { API_ERRORS, DEFAULT_MESSAGES, openApiDocument } from '@connex/protocol'
import { expect, test } from 'vitest'

const codes = Object.keys(API_ERRORS)
const room = join(import.meta.dirname, '..')
const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(room, file), 'utf8') }))

test('E068 the catalogue has no error that nothing raises', () => {
  const unused = codes.filter((code) => !sources.some(({ text }) => text.includes(`'${code}'`)))
  expect(unused).toEqual([])
})

test('E068 what the api throws is out of the catalogue, or is turned into what is', () => {
  const thrown = sources
    .filter(({ file }) => file.startsWith('api/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/throw new (\w+)/g)].map(([, what = '']) => `${file}: ${what}`),
    )
    .filter((line) => !line.endsWith(': ApiError'))
  // One becomes a ledger failure, the other a line of the log.
  expect(thrown).toEqual(['api/createLedgerRpc.ts: Error', 'api/createProbe.ts: Error'])
  const { text = '' } = sources.find(({ file }) => file === 'api/answerProblem.ts') ?? {}
  const kinds = sources
    .filter(({ file }) => file.startsWith('storage/'))
    .flatMap(({ text: code }) =>
      [...code.matchAll(/export class (\w+) extends Error/g)].map(([, kind]) => kind),
    )
  // Only the start and the probe meet a full disk; no request does.
  expect(kinds.filter((kind) => !text.includes(`instanceof ${kind}`))).toEqual(['DiskFull'])
})

test('E068 the document tells of every error of the catalogue, at the calls that may answer it', () => {
  const { paths } = openApiDocument(6)
  const told = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => Object.values((responses ?? {}) as Record<string, { description: string }>))
    .flatMap(({ description }) => description.split(', '))
  // It is the answer to a method that no call has.
  expect(codes.filter((code) => !told.includes(code))).toEqual(['methodNotAllowed'])
})

test.each(Object.entries(API_ERRORS))(
  'E001–E007 %s has the default message of its status',
  (_, { status, title }) => {
    const also: Readonly<Record<number, string[]>> = {
      401: ['User Authentication Failure', 'User Authorization Failure'],
      403: ['User Authorization Failure'],
    }
    const own =
      /^(Method Not Allowed|Request Timeout|Conflict|Payload Too Large|Unsupported Media Type|Too Many Requests)$/
    const known = DEFAULT_MESSAGES[status]
    if (known === undefined) expect(title).toMatch(own)
    else expect([known, ...(also[status] ?? [])]).toContain(title)
  },
)
