import { afterAll, beforeAll, expect, test } from 'vitest'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { api } from '@connex/protocol'
import type { Endpoint, OpenApiDocument } from '@connex/protocol'
import { mountOpenApi } from './mountOpenApi.ts'

let app: FastifyInstance
beforeAll(() => {
  app = fastify()
  for (const version of [5, 6] as const) mountOpenApi(app, version)
})
afterAll(() => app.close())

const operations = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== 'servers')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )

test.each([5, 6])(
  'the document of v%i has every call that this server answers, and no other',
  async (version) => {
    const answer = await app.inject(`/api/v${version}/openapi.json`)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(operations(answer.json<OpenApiDocument>()).toSorted()).toEqual(
      Object.values<Endpoint>(api)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    )
  },
)

test('a list is a page on v6 and an array on v5', async () => {
  const typeOf = async (version: number) => {
    const { paths } = (await app.inject(`/api/v${version}/openapi.json`)).json<OpenApiDocument>()
    return paths['/transfer/transfers']?.['get']
  }
  expect(await typeOf(6)).toMatchObject({
    responses: {
      200: {
        content: {
          'application/json': { schema: { required: ['items', 'pageItemCount', 'totalItemCount'] } },
        },
      },
    },
  })
  expect(await typeOf(5)).toMatchObject({
    responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } },
  })
})

test('queries are in kebab-case, but for the two that the specification spells otherwise', async () => {
  const { paths } = (await app.inject('/api/v6/openapi.json')).json<OpenApiDocument>()
  const names = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      ((operation['parameters'] ?? []) as { name: string; in: string }[])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name),
    ),
  )
  expect([...new Set(names)].filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)).toSorted()).toEqual([
    'auditId',
    'eventType',
  ])
})

test('the page shows each call, and its policy lets it load and run nothing', async () => {
  const { body, headers } = await app.inject('/api/v6/docs')
  expect(body).toContain('/api/v6/transfer/transfers')
  expect(body).toContain('/api/introspection')
  expect(body).not.toMatch(/<script|(?:src|href)="(?!openapi\.json")|url\(|@import/)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
})
