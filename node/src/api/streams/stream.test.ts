import { once } from 'node:events'
import { connect } from 'node:net'
import type { Address, Topic } from '@connex/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ConnectedUser, ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { rawRequest, sendBearer, sendSigned, signRequest } from '../../../../testkit/src/servers/requests.ts'
import { openTestStream } from '../../../../testkit/src/streams/testStream.ts'
import type { TestStream } from '../../../../testkit/src/streams/testStream.ts'
import { nowSeconds } from '../../storage/engine/database.ts'
import { announce } from '../../storage/projections/announcements.ts'
import { readEventKey } from '../../storage/queries/credentials.ts'
import { createEventIds } from './eventIds.ts'

describe('openStream', () => {
  let world: BankFixture
  let url: string
  let eventKey: string
  beforeAll(async () => {
    world = await startBankFixture()
    url = world.node.url
    eventKey = await readEventKey(world.node.database.kysely)
  })
  afterAll(() => world.stop())

  const open: TestStream[] = []
  afterEach(() => open.splice(0).forEach((stream) => stream.close()))
  const listen = async (headers: Record<string, string> = {}) => {
    const stream = await openTestStream(url, world.bank.user, headers)
    open.push(stream)
    return stream
  }

  const announceKey = (key: string, tenants: Address[] | null) =>
    world.node.database.kysely
      .transaction()
      .execute((trx) => announce(trx, [{ topic: 'transfers', keys: [key], block: 7, txHashes: [], tenants }]))
  const keysOf = (stream: TestStream) => stream.events.flatMap(({ keys }) => keys)
  const lastId = async () => {
    const { id } = await world.node.database.kysely
      .selectFrom('announcements')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    return id
  }
  const idsOf = (tenant: Address) => createEventIds(eventKey, tenant)
  const lastEventId = async () => idsOf(world.bank.address).write(await lastId())

  const TARGET = '/api/v6/events/sse'

  test('REQ-29 a stream without a signature is refused', async () => {
    expect(await rawRequest(url, { target: TARGET })).toMatchObject({ status: 401 })
    expect(await rawRequest(url, { target: `${TARGET}?token=x` })).toMatchObject({ status: 401 })
  })

  test('REQ-29 a reconnect with a stale signature, or with the one of before, is refused', async () => {
    const stale = { target: TARGET, signed: { timestamp: Date.now() - 400_000 } }
    expect(await sendSigned(url, world.bank.user, stale)).toMatchObject({
      status: 401,
      problem: { code: 'stale' },
    })
    const request = await signRequest(url, world.bank.user, { target: TARGET })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const head = Object.entries(request.headers!).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    socket.write(`GET ${TARGET} HTTP/1.1\r\nHost: x\r\n${head.join('')}\r\n`)
    await once(socket, 'data')
    socket.destroy()
    expect(await rawRequest(url, request)).toMatchObject({ status: 401, problem: { code: 'replay' } })
  })

  test('a Last-Event-ID that is none is refused', async () => {
    const signed = await signRequest(url, world.bank.user, { target: TARGET })
    const headers = { ...signed.headers, 'last-event-id': 'x' }
    expect(await rawRequest(url, { ...signed, headers })).toMatchObject({ status: 400 })
  })

  test('what is announced arrives at once, with an id, a topic and a block', async () => {
    const stream = await listen()
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const begin = Date.now()
    await announceKey('0xa1', null)
    const event = await stream.find('the event', ({ keys }) => keys.includes('0xa1'))
    expect(Date.now() - begin).toBeLessThan(1_500)
    expect(event).toMatchObject({ event: 'transfers', topic: 'transfers', block: 7, txHashes: [] })
    expect(idsOf(world.bank.address).read(event.id)).toBe(await lastId())
  })

  test('REQ-29 nobody hears what is for others, neither live nor by replay', async () => {
    const since = await lastEventId()
    const stream = await listen()
    await announceKey('0xtheirs', [world.stranger.address])
    await announceKey('0xours', [world.stranger.address, world.bank.address])
    await stream.find('the event', ({ keys }) => keys.includes('0xours'))
    expect(keysOf(stream)).not.toContain('0xtheirs')
    const replayed = await listen({ 'last-event-id': since })
    await replayed.find('the event', ({ keys }) => keys.includes('0xours'))
    expect(keysOf(replayed)).not.toContain('0xtheirs')
  })

  test('REQ-29 an event’s id does not show a tenant how many events others have had', async () => {
    const stream = await listen()
    await announceKey('0xfirst', null)
    await announceKey('0xtheirs', [world.stranger.address])
    await announceKey('0xsecond', null)
    await stream.find('the second', ({ keys }) => keys.includes('0xsecond'))
    const ids = stream.events.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
    const theirs = idsOf(world.stranger.address)
    expect(ids.map((id) => theirs.read(id))).toEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
    const again = await listen({ 'last-event-id': ids[0] ?? '' })
    await again.find('what was missed', ({ id }) => id === ids[1])
    expect(keysOf(again)).toEqual(['0xsecond'])
  })

  test('a reader that reconnects gets the missed events in order, once', async () => {
    const since = await lastEventId()
    for (const key of ['0x1', '0x2', '0x3']) await announceKey(key, null)
    const stream = await listen({ 'last-event-id': since })
    await Promise.all(['0x4', '0x5'].map((key) => announceKey(key, null)))
    await stream.find('the last', ({ keys }) => keys.includes('0x5'))
    await stream.find('the one before', ({ keys }) => keys.includes('0x4'))
    expect(keysOf(stream).slice(0, 3)).toEqual(['0x1', '0x2', '0x3'])
    expect(keysOf(stream)).toHaveLength(5)
    const ids = stream.events.map(({ id }) => id)
    const numbers = ids.map((id) => idsOf(world.bank.address).read(id) ?? 0)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    const again = await listen({ 'last-event-id': ids[1] ?? '' })
    await again.find('the last', ({ id }) => id === ids.at(-1))
    expect(again.events.map(({ id }) => id)).toEqual(ids.slice(2))
  })

  test('a stream that continues from the id of “me” gets what has changed since, and nothing before', async () => {
    await announceKey('0xbefore', null)
    const target = '/api/v6/platform/me'
    const { text } = await sendSigned(url, world.bank.user, { target })
    const { eventId } = JSON.parse(text) as { eventId: string }
    await announceKey('0xmeanwhile', null)
    const stream = await listen({ 'last-event-id': eventId })
    await announceKey('0xlater', null)
    await stream.find('the last event', ({ keys }) => keys.includes('0xlater'))
    expect(keysOf(stream)).toEqual(['0xmeanwhile', '0xlater'])
  })

  test('a replay of many thousand misses none', async () => {
    const since = await lastEventId()
    const all = Array.from({ length: 3_000 }, (_, index) => `0xmany${index}`)
    await world.node.database.kysely
      .insertInto('announcements')
      .values(
        all.map((key) => ({
          topic: 'positions' as const,
          keys: [key],
          block: 1,
          tx_hashes: [],
          tenants: null,
          created_at: nowSeconds(),
        })),
      )
      .execute()
    await announceKey('0xlast', null)
    const stream = await listen({ 'last-event-id': since })
    await stream.find('the last', ({ keys }) => keys.includes('0xlast'))
    expect(keysOf(stream)).toEqual([...all, '0xlast'])
  })

  test('with an expired id, or one of another database, anything may have changed', async () => {
    const { bank, stranger } = world
    const [theirs, ours] = [idsOf(stranger.address).write(1), idsOf(bank.address).write(999_999_999)]
    for (const id of [ours, theirs, '999999999', 'x'.repeat(22)]) {
      const stream = await listen({ 'last-event-id': id })
      await stream.find('a topic', ({ topic }) => topic === 'blocks')
      expect(stream.events.every(({ keys }) => keys.length === 0)).toBe(true)
      expect(new Set(stream.events.map(({ topic }) => topic)).size).toBe(7)
      // And it continues from here.
      const key = `0xafter${id}`
      await announceKey(key, null)
      await stream.find('the next event', ({ keys }) => keys.includes(key))
    }
  })

  test('after all announcements have expired, anything may have changed', async () => {
    await announceKey('0xold', null)
    const live = await listen()
    await announceKey('0xlater', null)
    const { id } = await live.find('the event', ({ keys }) => keys.includes('0xlater'))
    const { read, write } = idsOf(world.bank.address)
    const before = write((read(id) ?? 0) - 1)
    await world.node.database.kysely.deleteFrom('announcements').execute()
    const stream = await listen({ 'last-event-id': before })
    await stream.find('a topic', ({ topic }) => topic === 'blocks')
    expect(stream.events.every(({ keys }) => keys.length === 0)).toBe(true)
  })

  test('SRV-20 a reader that does not read holds nobody up, and gets everything when it reads', async () => {
    const slow = await listen()
    slow.answer.pause()
    const quick = await listen()
    const keys = Array.from({ length: 300 }, (_, index) => `0x${String(index).padStart(64, '0')}`)
    const rows = Array.from({ length: 100 }, () => ({
      topic: 'positions' as const,
      keys,
      block: 1,
      tx_hashes: [],
      tenants: null,
      created_at: nowSeconds(),
    }))
    const count = 600
    for (let sent = 0; sent < count; sent += rows.length)
      await world.node.database.kysely.insertInto('announcements').values(rows).execute()
    await announceKey('0xend', null)
    await quick.find('the end', (event) => event.keys.includes('0xend'))
    expect(quick.events).toHaveLength(count + 1)
    expect(slow.events.length).toBeLessThan(count)
    slow.answer.resume()
    await slow.find('the end', (event) => event.keys.includes('0xend'))
    expect(slow.events.map(({ id }) => id)).toEqual(quick.events.map(({ id }) => id))
  }, 60_000)

  test('who is locked hears no more', async () => {
    const { bank, node } = world
    const stream = await listen()
    const target = '/api/v6/platform/tenants/users'
    const lock = { userAddr: bank.user.address, lockExpiration: nowSeconds() + 100 }
    await sendBearer(node.url, bank.admin, { method: 'PUT', target, body: lock })
    await until('the stream to end', () => Promise.resolve(stream.isEnded()), 3_000)
    const unlock = { userAddr: bank.user.address, lockExpiration: null }
    const { status } = await sendBearer(node.url, bank.admin, { method: 'PUT', target, body: unlock })
    expect(status).toBe(200)
  })

  test('a server that stops ends its streams, and after a restart they resume from the last id', async () => {
    const stream = await listen()
    await announceKey('0xbefore', null)
    const { id } = await stream.find('the event', ({ keys }) => keys.includes('0xbefore'))
    const begin = Date.now()
    await world.restart()
    expect(stream.isEnded()).toBe(true)
    expect(Date.now() - begin).toBeLessThan(15_000)
    await announceKey('0xmeanwhile', null)
    const again = await listen({ 'last-event-id': id })
    await again.find('what was missed', ({ keys }) => keys.includes('0xmeanwhile'))
  }, 40_000)
})

describe('streamTopics', () => {
  // The two managers' own streams beside the one of everything.

  let world: ServersFixture
  let joined: ConnectedUser
  beforeAll(async () => {
    world = await startServersFixture()
    joined = await world.addUser('alpenbank')
  })
  afterAll(() => world.stop())

  const announceTopic = (topic: Topic) =>
    world.servers.north.database.kysely
      .transaction()
      .execute((trx) => announce(trx, [{ topic, keys: [topic], block: 1, txHashes: [], tenants: null }]))

  test.each([
    ['/instrument-manager/sse', ['instruments', 'details']],
    ['/registry-manager/sse', ['positions', 'instruments', 'accounts']],
  ])('%s has only events of %j', async (path, topics) => {
    const stream = await openTestStream(world.servers.north.url, joined.user, {}, `/api/v6${path}`)
    for (const topic of ['transfers', 'positions', 'instruments', 'accounts', 'details', 'blocks'] as const)
      await announceTopic(topic)
    await stream.find('the last', ({ topic }) => topic === topics.at(-1))
    expect(stream.events.map(({ topic }) => topic)).toEqual(topics)
    stream.close()
  })

  test('a locked user’s stream ends, whatever its topics', async () => {
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
    await announceTopic('platform')
    await until('the stream to end', () => Promise.resolve(stream.isEnded()), 3_000)
    expect(stream.events).toEqual([])
  })
})
