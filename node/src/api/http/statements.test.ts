// How many database statements each reading call takes: the same for any number of rows, and stored beside this file so that
// growth shows.
import { join } from 'node:path'
import { api, DeliveryDetails, fillPath, freshSalt, pathParams, SaltedText } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import { call } from '@connex/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { multiplyRows } from '../../../../testkit/src/database/multiplyRows.ts'
import { countStatements } from '../../../../testkit/src/database/statements.ts'
import type { StatementCount } from '../../../../testkit/src/database/statements.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ConnectedUser, ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { rawRequest, sendSigned } from '../../../../testkit/src/servers/requests.ts'
import { openTestStream } from '../../../../testkit/src/streams/testStream.ts'

let world: ServersFixture
let caller: ConnectedUser
let token: string
let count: StatementCount

/** `health` probes everything at once and is not a request's work; `logout` would end the caller's token. */
const LEFT_OUT: readonly CallName[] = ['introspection', 'health', 'ready', 'logout']

const calls = (Object.entries(api) as [CallName, Endpoint][]).filter(
  ([name, { method }]) => method === 'GET' && !LEFT_OUT.includes(name),
)
const privileges = [...new Set(calls.flatMap(([, endpoint]) => endpoint.privileges ?? []))]

/** Without a ledger they fail after the database has found their caller. */
const ASK_THE_LEDGER: readonly CallName[] = ['account', 'contractVersion']

/** Still less than a page of each list: a longer one is counted besides. */
const TIMES = 8

const { deliveryId, instrumentId, registryManager, registryId } = SEEDED

const QUERIES: Partial<Record<CallName, string>> = {
  deliveryDetails: `?delivery-ids=${deliveryId}`,
  deliveryComments: `?delivery-ids=${deliveryId}`,
  internalComments: `?delivery-ids=${deliveryId}`,
  htlcSecrets: `?delivery-ids=${deliveryId}`,
  instrumentDetails: `?instrument-ids=${instrumentId}`,
  registrationReasons: `?fingerprints=${registryId}`,
  registryEntryDetails: `?registry-entry-fingerprints=${registryId}`,
  proposeSet: `?registry-manager-addr=${registryManager}&registry-id=${registryId}`,
  registryNonce: `?registry-manager-addr=${registryManager}&tenant-addr=${registryManager}`,
  deskSummary: '?from=2026-11-23&to=2026-12-03',
  dueEvents: '?from=2026-11-23&to=2026-12-03&overdue=true&open=true',
  custodianSummaries: `?custodians=${registryManager}:${registryManager}`,
  totalIssuedAmount: `?registry-manager-addr=${registryManager}&registry-id=${registryId}`,
}

beforeAll(async () => {
  world = await startServersFixture()
  caller = await world.addUser('alpenbank', ...privileges)
  token = (await call(caller.client, 'login')).token
  const salt = () => ({ salt: freshSalt() })
  const comment = SaltedText.parse({ ...salt(), text: 'Late by a day' })
  const details = DeliveryDetails.parse({ ...salt(), description: 'Rebalancing' })
  await call(caller.client, 'putDeliveryComment', { body: { deliveryId, comment } })
  await call(caller.client, 'putDeliveryDetails', { body: { deliveryId, details } })
  const { url, database } = world.servers.north
  const limits = { refund_threshold: '0' as never, refund_limit: '0' as never }
  const platform = { address: SEEDED.platform, name: 'ConneX', ...limits, from_block: 1, to_block: null }
  await database.kysely.insertInto('platform').values(platform).execute()
  count = countStatements(url, database)
})
afterAll(async () => {
  count.stop()
  await world.stop()
})

test('takes the stored number of statements, for one row or many', async () => {
  const few = await countAll()
  await multiplyRows(world.servers.north.database.kysely, TIMES)
  expect(await countAll()).toEqual(few)
  const text = `${JSON.stringify(few, null, 2)}\n`
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'statements.json'))
})

async function countAll(): Promise<Record<string, number>> {
  const counted: [CallName, number][] = []
  for (const [name, endpoint] of calls) {
    const target = targetOf(name, endpoint)
    const status = await ask(target, endpoint)
    const expected = ASK_THE_LEDGER.includes(name) ? [500, 503] : [200, 404]
    expect(expected, `${name} answers ${status}`).toContain(status)
    counted.push([name, count.of(target)])
  }
  return Object.fromEntries(counted.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function targetOf(name: CallName, { path }: Endpoint): string {
  const parts = Object.fromEntries(pathParams(path).map((part) => [part, deliveryId]))
  return `/api/v6${fillPath(path, parts)}${QUERIES[name] ?? ''}`
}

async function ask(target: string, { authentication, responseType }: Endpoint): Promise<number> {
  const { url } = world.servers.north
  if (responseType === 'events') {
    const stream = await openTestStream(url, caller.user, {}, target)
    stream.close()
    return stream.answer.statusCode ?? 0
  }
  if (authentication !== 'bearer') return (await sendSigned(url, caller.user, { target })).status
  return (await rawRequest(url, { target, headers: { authorization: `Bearer ${token}` } })).status
}
