import { expect, test } from 'vitest'
import { api } from './api/index.ts'
import { camelCase, kebabCase } from './endpoint.ts'
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
  for (const name of Object.keys(shape)) expect(camelCase(kebabCase(name))).toBe(name)
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
