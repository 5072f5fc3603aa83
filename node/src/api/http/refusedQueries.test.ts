// Every list, with invalid pages, orders and search words.
import { api, fillPath, openApiDocument, pathParams, sortColumnsOf } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import { call } from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ConnectedUser, ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { rawRequest, sendSigned } from '../../../../testkit/src/servers/requests.ts'

const fieldsOf = ({ query }: Endpoint): string[] =>
  'shape' in query ? Object.keys(query.shape as Record<string, unknown>) : []

const lists = (Object.entries(api) as [CallName, Endpoint][]).filter(
  ([, endpoint]) => endpoint.method === 'GET' && endpoint.isPage && fieldsOf(endpoint).includes('sortBy'),
)
/** Its list needs the ledger, which is missing here. */
const ASKS_THE_LEDGER: readonly CallName[] = ['contractVersion']

const { deliveryId, registryId } = SEEDED

const NEEDED: Partial<Record<CallName, string>> = {
  deliveryComments: `&delivery-ids=${deliveryId}`,
  internalComments: `&delivery-ids=${deliveryId}`,
  htlcSecrets: `&delivery-ids=${deliveryId}`,
  registrationReasons: `&fingerprints=${registryId}`,
  registryEntryDetails: `&registry-entry-fingerprints=${registryId}`,
}

let world: ServersFixture
let caller: ConnectedUser
let token: string

beforeAll(async () => {
  world = await startServersFixture()
  const privileges = [...new Set(lists.flatMap(([, endpoint]) => endpoint.privileges ?? []))]
  caller = await world.addUser('operator', ...privileges)
  token = (await call(caller.client, 'login')).token
})
afterAll(() => world.stop())

async function ask(name: CallName, query: string) {
  const { path, authentication } = api[name] as Endpoint
  const filled = fillPath(path, Object.fromEntries(pathParams(path).map((part) => [part, deliveryId])))
  const target = `/api/v6${filled}?${query}${NEEDED[name] ?? ''}`
  const { url } = world.servers.north
  if (authentication !== 'bearer') return sendSigned(url, caller.user, { target })
  return rawRequest(url, { target, headers: { authorization: `Bearer ${token}` } })
}

describe.each(lists)('%s', (name) => {
  test('SRV-22 an unknown order, page or size of page is refused', async () => {
    for (const query of [
      'sort-by=salt',
      'sort-by=constructor',
      'sort-order=up',
      'page=0',
      'page=-1',
      'page=1000000001',
      'items-per-page=0',
      'items-per-page=-1',
      'items-per-page=1000000000',
      'page=1&page=2',
      'sortBy=salt',
    ])
      expect([query, (await ask(name, query)).status]).toEqual([query, 400])
  })

  test('the document lists exactly the columns by which the server sorts', async () => {
    const columns = sortColumnsOf(name) ?? []
    expect((await ask(name, 'sort-by=salt')).problem.errors).toEqual([
      { path: 'sort-by', message: `must be one of ${columns.join(', ')}` },
    ])
    for (const column of columns)
      expect([column, (await ask(name, `sort-by=${column}`)).status]).not.toEqual([column, 400])
    const { parameters = [] } = (openApiDocument(6).paths[api[name].path]?.['get'] ?? {}) as {
      parameters?: { name: string; schema: unknown }[]
    }
    const described = parameters.find((parameter) => parameter.name === 'sort-by')
    expect(described?.schema).toEqual({ type: 'string', enum: columns })
  })

  test.skipIf(ASKS_THE_LEDGER.includes(name))(
    'SRV-22 words that mean something in SQL mean nothing, and far behind the end there is nothing',
    async () => {
      for (const word of ['%', '_', '\\', "'; DROP TABLE positions; --", '"', '\u0001', '𝔘']) {
        const { status, text } = await ask(name, `filter=${encodeURIComponent(word)}`)
        expect([word, status === 404 ? 200 : status]).toEqual([word, 200])
        if (status === 200 && ["'", '𝔘'].some((start) => word.startsWith(start)))
          expect([word, (JSON.parse(text) as { items: [] }).items]).toEqual([word, []])
      }
      const { status, text } = await ask(name, 'page=1000000000&items-per-page=500')
      if (status !== 404)
        expect([status, JSON.parse(text)]).toMatchObject([200, { items: [], pageItemCount: 0 }])
    },
  )
})
