// The two managers' own streams beside the one of everything.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Topic } from '@connex/protocol'
import { announce } from '../storage/projections/announcements.ts'
import { nowSeconds } from '../storage/engine/database.ts'
import { openTestStream } from '../../../testkit/src/streams/testStream.ts'
import { startServersFixture } from '../../../testkit/src/fixtures/servers.ts'
import type { ConnectedUser, ServersFixture } from '../../../testkit/src/fixtures/servers.ts'
import { until } from '../../../testkit/src/machine.ts'

let world: ServersFixture
let joined: ConnectedUser
beforeAll(async () => {
  world = await startServersFixture()
  joined = await world.addUser('alpenbank')
})
afterAll(() => world.stop())

const tell = (topic: Topic) =>
  world.servers.north.database.kysely
    .transaction()
    .execute((trx) => announce(trx, [{ topic, keys: [topic], block: 1, txHashes: [], tenants: null }]))

test.each([
  ['/instrument-manager/sse', ['instruments', 'details']],
  ['/registry-manager/sse', ['positions', 'instruments', 'accounts']],
])('%s tells of %j alone', async (path, topics) => {
  const stream = await openTestStream(world.servers.north.url, joined.user, {}, `/api/v6${path}`)
  for (const topic of ['transfers', 'positions', 'instruments', 'accounts', 'details', 'blocks'] as const)
    await tell(topic)
  await stream.find('the last', ({ topic }) => topic === topics.at(-1))
  expect(stream.events.map(({ topic }) => topic)).toEqual(topics)
  stream.close()
})

test('who is locked hears no more, whatever the stream tells of', async () => {
  const stream = await openTestStream(
    world.servers.north.url,
    joined.user,
    {},
    '/api/v6/registry-manager/sse',
  )
  await world.servers.north.database.kysely
    .updateTable('users')
    .set({ lock_expiration: nowSeconds() + 100 })
    .where('address', '=', joined.user.address)
    .execute()
  await tell('platform')
  await until('the stream to end', () => Promise.resolve(stream.isEnded()), 3_000)
  expect(stream.events).toEqual([])
})
