// Some test exercises each call of the specification by its name, or by its path and method. Tests that go over the whole endpoint
// table do not count.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { api } from '@connex/protocol'
import type { Endpoint } from '@connex/protocol'
import { expect, test } from 'vitest'

const OVER_THE_TABLE: readonly string[] = [
  'authorize.test.ts',
  'exercisedCalls.test.ts',
  'openApi.test.ts',
  'statements.test.ts',
]

const source = join(import.meta.dirname, '../..')
const tests = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !OVER_THE_TABLE.includes(basename(file)))
  .map((file) => readFileSync(join(source, file), 'utf8'))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `'/api/v6/a/{id}'` with anything in place of what is in braces, in full: `/a` does not match `/a/b`. */
function named({ method, path }: Pick<Endpoint, 'method' | 'path'>, text: string): boolean {
  const parts = path.split(/\{\w+\}/).map(escaped)
  const pattern = new RegExp(`(?:['"\`]|/api/v[56]|/api)${parts.join('[^\'"`?]+')}['"\`?]`)
  return pattern.test(text) && (method === 'GET' || text.includes(`method: '${method}'`))
}

const isExercised = (name: string, endpoint: Endpoint) =>
  tests.some((text) => text.includes(`'${name}'`) || named(endpoint, text))

test.each(Object.entries<Endpoint>(api))('%s is exercised', (name, endpoint) => {
  expect(isExercised(name, endpoint), `${endpoint.method} ${endpoint.path}`).toBe(true)
})

test('a call that no test names is found', () => {
  const endpoint = { ...api.health, path: '/health/of/nobody' }
  expect(isExercised('callOfNobody', endpoint)).toBe(false)
  expect(named({ method: 'GET', path: '/a' }, "'/api/v6/a/b'")).toBe(false)
  expect(named({ method: 'PUT', path: '/a' }, "'/api/v6/a'")).toBe(false)
  expect(named({ method: 'GET', path: '/a/{id}/c' }, '`/api/v6/a/${id}/c?x=1`')).toBe(true)
})
