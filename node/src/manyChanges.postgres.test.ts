// More at once than the database has connections: each is served in turn, or learns when to retry.
import { freshSalt } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEEDED } from '../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../testkit/src/fixtures/servers.ts'
import type { ConnectedUser, ServersFixture } from '../../testkit/src/fixtures/servers.ts'
import { rawRequest, signRequest } from '../../testkit/src/servers/requests.ts'

const AT_ONCE = 200

let world: ServersFixture
let author: ConnectedUser
beforeAll(async () => {
  world = await startServersFixture()
  author = await world.addUser('alpenbank', 'delivery.BACKOFFICE')
})
afterAll(() => world.stop())

test(`SRV-20 of ${AT_ONCE} changes at the same time each succeeds, at once or after a busy answer`, async () => {
  const { url } = world.servers.north
  const target = '/api/v6/delivery-manager/deliveries/comments/internal'
  const { deliveryId } = SEEDED
  const comments = Array.from({ length: AT_ONCE }, (_, index) => ({ salt: freshSalt(), text: `No ${index}` }))
  const sign = (comment: object) =>
    signRequest(url, author.user, { method: 'PUT', target, body: { deliveryId, comment } })
  const requests = await Promise.all(comments.map(sign))
  const answers = await Promise.all(requests.map((request) => rawRequest(url, request)))
  for (const [index, { status, headers, problem }] of answers.entries()) {
    if (status === 200) continue
    expect({ status, headers, problem }).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      problem: { code: 'busy' },
    })
    expect((await rawRequest(url, await sign(comments[index]!))).status).toBe(200)
  }
  const rows = await world.servers.north.database.kysely
    .selectFrom('private_records')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('kind', '=', 'INTERNAL_COMMENT')
    .execute()
  expect(rows).toEqual([{ n: AT_ONCE }])
}, 240_000)
