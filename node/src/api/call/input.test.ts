import { api, nothing, pagingFields, queryBoolean, queryList, wireName } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../common/errors.ts'
import { parseBody, parseQuery } from './input.ts'

describe('parseBody', () => {
  const schema = z.object({
    name: z.string(),
    inner: z.optional(z.object({ list: z.array(z.object({ a: z.number() })) })),
    params: z.optional(z.array(z.unknown())),
  })
  const read = (text: string) => parseBody(schema, Buffer.from(text))
  const refused = (text: string) => {
    try {
      read(text)
    } catch (error) {
      const { code, extra } = error as ApiError
      return `${code} ${extra.detail ?? extra.errors?.map(({ path }) => path).join()}`
    }
    return undefined
  }

  test.each(['{', '{"name":"a"} x', "{'name':'a'}", '<xml/>', '\u0000'])('%j is not JSON', (text) => {
    expect(refused(text)).toBe('badRequest The body is not JSON.')
  })

  test('bytes that are not UTF-8 are not JSON', () => {
    expect(() => parseBody(schema, new Uint8Array([0x22, 0xff, 0x22]))).toThrow(ApiError)
  })

  test('missing and wrong fields are named', () => {
    expect(refused('{}')).toBe('badRequest name')
    expect(refused('{"name":1,"inner":{"list":[{"a":"x"}]}}')).toBe('badRequest name,inner.list.0.a')
    expect(refused('')).toBe('badRequest ')
  })

  test('an unknown field is refused at any depth', () => {
    expect(refused('{"name":"a","colour":1}')).toBe('badRequest colour')
    expect(refused('{"name":"a","inner":{"list":[{"a":1,"b":2}]}}')).toBe('badRequest inner.list.0.b')
    expect(refused('{"name":"a","__proto__":{"x":1}}')).toBe('badRequest __proto__')
  })

  test.each(['{"name":"a\\u0000b"}', '{"name":"\\ud800"}', '{"name":"\\udc00\\ud800"}'])(
    'text that no database can store is refused: %s',
    (text) => {
      expect(refused(text)).toBe('badRequest name')
    },
  )

  test('text that no database can store is found at any depth, also in field names', () => {
    expect(refused('{"name":"a","params":[{"deep":"\\u0000"}]}')).toBe('badRequest params.0.deep')
    expect(refused('{"name":"a","params":[{"\\u0000":1}]}')).toBe('badRequest params.0')
  })

  const reason = (text: string) => {
    try {
      read(text)
    } catch (error) {
      const [first] = (error as ApiError).extra.errors ?? []
      return first && `${first.path}: ${first.message}`
    }
    return undefined
  }

  test('L6: JSON that two readers could understand differently is refused, with its path', () => {
    expect(reason('{"name":"a","name":"b"}')).toBe('name: appears twice')
    expect(reason('{"name":"a","\\u006eame":"b"}')).toBe('name: appears twice')
    expect(reason('{"name":"a","params":[1,{"x":{"y":1,"z":[],"y":1}}]}')).toBe('params.1.x.y: appears twice')
    expect(reason('{"name":"a","params":[[1,1e400]]}')).toBe('params.0.1: number too large')
    expect(reason('{"name":"a","inner":{"list":[{"a":-1e999}]}}')).toBe('inner.list.0.a: number too large')
    expect(reason(`{"name":"a","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toMatch(
      /^params(\.0)+: nested too deeply$/,
    )
  })

  test('L6: JSON that only looks ambiguous is accepted', () => {
    const params = [
      '"a":1,"a":2',
      '1e400',
      '\\"{[',
      { x: [], y: {} },
      { x: 1.5e300, '': '', '"': null },
      '\n',
    ]
    expect(read(JSON.stringify({ name: '}{"name":', params }, null, 2))).toEqual({
      name: '}{"name":',
      params,
    })
  })

  test('a call without a body takes none', () => {
    expect(parseBody(nothing, new Uint8Array())).toBeUndefined()
    expect(() => parseBody(nothing, Buffer.from('{}'))).toThrow(ApiError)
  })

  test('a field of any type may have any value', () => {
    const body = { name: 'a', inner: { list: [{ a: 1 }] }, params: [{ to: '0x', deep: { x: 1 } }, 'latest'] }
    expect(read(JSON.stringify(body))).toEqual(body)
  })
})

describe('parseQuery', () => {
  const schema = z.object({
    ...pagingFields,
    state: z.optional(queryList(z.enum(['PENDING', 'SETTLED']))),
    excludeEarmarked: z.optional(queryBoolean),
  })
  const read = (query: string) => parseQuery(schema, `/x${query}`)
  const refusedFields = (query: string) => {
    try {
      read(query)
    } catch (error) {
      return (error as ApiError).extra.errors?.map(({ path }) => path)
    }
    return undefined
  }

  test.each([
    ['?itemsPerPage=20', 'itemsPerPage'],
    ['?Items-Per-Page=20', 'Items-Per-Page'],
    ['?items_per_page=20', 'items_per_page'],
    ['?colour=red', 'colour'],
    ['?__proto__=1', '__proto__'],
    ['?constructor=1', 'constructor'],
    ['?=1', ''],
  ])('%s: an unknown key is refused', (query, path) => {
    expect(refusedFields(query)).toEqual([path])
  })

  test.each([
    ['?page=1&page=2', 'page'],
    ['?items-per-page=20&items-per-page=20', 'items-per-page'],
    ['?filter=a&filter=b&filter=c', 'filter'],
  ])('%s: one value is meant, and two are refused', (query, path) => {
    expect(refusedFields(query)).toEqual([path])
  })

  test.each([
    '?page=0',
    '?page=-1',
    '?page=1.5',
    '?page=1000000001',
    '?items-per-page=0',
    '?items-per-page=501',
    '?items-per-page=',
    '?sort-order=up',
    '?exclude-earmarked=yes',
    '?state=DONE',
    '?state=PENDING&state=DONE',
    `?filter=${'a'.repeat(201)}`,
  ])('%s: a value that is not one is refused', (query) => {
    expect(refusedFields(query)).toHaveLength(1)
  })

  test('every problem is named, as it is called on the wire', () => {
    expect(refusedFields('?page=x&items-per-page=y')).toEqual(['page', 'items-per-page'])
  })

  test('kebab-case outside, camelCase inside, lists by repetition', () => {
    expect(
      read('?items-per-page=20&state=PENDING&state=SETTLED&exclude-earmarked=true&filter=a%20b+c%25'),
    ).toEqual({
      itemsPerPage: 20,
      state: ['PENDING', 'SETTLED'],
      excludeEarmarked: true,
      filter: 'a b c%',
    })
    expect(read('?state=PENDING')).toEqual({ state: ['PENDING'] })
    expect(read('')).toEqual({})
    expect(read('?')).toEqual({})
  })

  const fields = (Object.entries(api) as [CallName, Endpoint][]).flatMap(([name, { query }]) =>
    'shape' in query ? Object.keys(query.shape as object).map((field) => [name, field] as const) : [],
  )

  test.each(fields)('%s refuses a value of %s that is none', (name, field) => {
    const refused = ['~', 'a'.repeat(300)].filter((value) => {
      try {
        parseQuery(api[name].query, `/x?${wireName(field)}=${value}`)
        return false
      } catch (error) {
        const { errors = [] } = (error as ApiError).extra
        return errors.some(({ path }) => path.split('.')[0] === wireName(field))
      }
    })
    expect(refused).not.toEqual([])
  })
})
