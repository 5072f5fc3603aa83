// Every error of an answer comes from the catalogue: checked against the endpoint table and the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_ERRORS, DEFAULT_MESSAGES, openApiDocument } from '@connex/protocol'
import { expect, test } from 'vitest'

const codes = Object.keys(API_ERRORS)
const folder = join(import.meta.dirname, '../..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

test('E068 the catalogue has no error that nothing raises', () => {
  const unused = codes.filter((code) => !sources.some(({ text }) => text.includes(`'${code}'`)))
  expect(unused).toEqual([])
})

test('E068 the API throws only errors of the catalogue, or errors that are mapped to one', () => {
  const ofCatalogue = sources.flatMap(({ text }) =>
    [...text.matchAll(/class (\w+) extends ApiError/g)].map(([, kind = '']) => kind),
  )
  const thrown = sources
    .filter(({ file }) => file.startsWith('api/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/throw new (\w+)/g)]
        .filter(([, what = '']) => !['ApiError', ...ofCatalogue].includes(what))
        .map(([, what = '']) => `${file}: ${what}`),
    )
  // It becomes a line of the log.
  expect(thrown).toEqual(['api/http/probe.ts: Error'])
  const { text = '' } = sources.find(({ file }) => file === 'api/http/problems.ts') ?? {}
  const kinds = sources
    .filter(({ file }) => file.startsWith('storage/'))
    .flatMap(({ text: code }) =>
      [...code.matchAll(/export class (\w+) extends Error/g)].map(([, kind]) => kind),
    )
  // Only the start and the probe meet a full disk, and only the start an unsuitable database.
  expect(kinds.filter((kind) => !text.includes(`instanceof ${kind}`))).toEqual([
    'DiskFull',
    'DatabaseUnsuitable',
  ])
})

test('E068 the OpenAPI document has every error of the catalogue, at the calls that may answer with it', () => {
  const { paths } = openApiDocument(6)
  const documented = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => Object.values((responses ?? {}) as Record<string, { description: string }>))
    .flatMap(({ description }) => description.split(', '))
  // The answer to a method without a call.
  expect(codes.filter((code) => !documented.includes(code))).toEqual(['methodNotAllowed'])
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
