import { expect, test } from 'vitest'
import { api } from './api/index.ts'
import { camelCase, fillPath, kebabCase, pathParams, wireName } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

test.each([
  ['page', 'page'],
  ['itemsPerPage', 'items-per-page'],
  ['registryManagerAddr', 'registry-manager-addr'],
  ['asOfBlock', 'as-of-block'],
])('%s is %s on the wire, and back', (camel, kebab) => {
  expect(kebabCase(camel)).toBe(kebab)
  expect(camelCase(kebab)).toBe(camel)
})

const endpoints: [string, Endpoint][] = Object.entries(api)

test.each(endpoints)('%s: every query field comes back from the wire', (_, endpoint) => {
  const shape = 'shape' in endpoint.query ? (endpoint.query.shape as object) : {}
  for (const name of Object.keys(shape)) expect(camelCase(wireName(name))).toBe(name)
})

test.each(endpoints)(
  '%s: every part in braces is one of its params, and the other way round',
  (_, endpoint) => {
    const shape = 'shape' in endpoint.params ? (endpoint.params.shape as object) : {}
    expect(pathParams(endpoint.path)).toEqual(Object.keys(shape))
  },
)

test('a part of a path cannot leave its place', () => {
  expect(fillPath('/a/{id}/b', { id: '../x?y' })).toBe('/a/..%2Fx%3Fy/b')
})

test('what the specification spells in camelCase stays so on the wire', () => {
  expect([wireName('auditId'), wireName('eventType'), wireName('userAddr')]).toEqual([
    'auditId',
    'eventType',
    'user-addr',
  ])
})

test('no two calls have the same method and path', () => {
  const routes = endpoints.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test.each(endpoints.filter(([, { method }]) => method === 'GET'))(
  '%s: a reading call has no body',
  (_, { body }) => {
    expect(body.safeParse(undefined).success).toBe(true)
    expect(body.safeParse({}).success).toBe(false)
  },
)
