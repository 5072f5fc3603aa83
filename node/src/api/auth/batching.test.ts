import { Address, freshNonce } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nowSeconds } from '../../storage/engine/database.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { deleteExpiredNonces } from '../../storage/queries/credentials.ts'
import { createNonceStore, inBatches } from './batching.ts'

test('a failure rejects the requests of its batch, and the next one is answered', async () => {
  let isBroken = true
  const double = inBatches((batch: readonly number[]) =>
    isBroken ? Promise.reject(new Error('gone')) : Promise.resolve(batch.map((one) => 2 * one)),
  )
  const results = await Promise.allSettled([double(1), double(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await double(3)).toBe(6)
})

test('a request that arrives during a statement waits for the next one', async () => {
  const batches: number[][] = []
  let answer = (): void => undefined
  const double = inBatches(async (batch: readonly number[]) => {
    batches.push([...batch])
    await new Promise<void>((done) => (answer = done))
    return batch.map((one) => 2 * one)
  })
  const early = [double(1), double(2)]
  await new Promise((done) => setImmediate(done))
  const late = [double(1), double(3)]
  answer()
  expect(await Promise.all(early)).toEqual([2, 4])
  await new Promise((done) => setImmediate(done))
  answer()
  expect(await Promise.all(late)).toEqual([2, 6])
  expect(batches).toEqual([
    [1, 2],
    [1, 3],
  ])
})

describe('createNonceStore', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  const user = Address.parse(`0x${'11'.repeat(20)}`)
  const other = Address.parse(`0x${'22'.repeat(20)}`)

  test('REQ-13 of equal nonces at the same time one is fresh, in one store and in two', async () => {
    const stores = [createNonceStore(database.kysely), createNonceStore(database.kysely)]
    const nonce = freshNonce()
    const used = await Promise.all(
      Array.from({ length: 40 }, (_, index) => stores[index % 2]!.use(user, nonce)),
    )
    expect(used.filter((isFresh) => isFresh)).toHaveLength(1)
    expect(await stores[0]!.use(user, nonce)).toBe(false)
    expect(await stores[1]!.use(other, nonce)).toBe(true)
  })

  test('each of a thousand gets its own answer', async () => {
    const store = createNonceStore(database.kysely)
    const nonces = Array.from({ length: 1_000 }, freshNonce)
    const seen = nonces.filter((_, index) => index % 3 === 0)
    await Promise.all(seen.map((nonce) => store.use(user, nonce)))
    const fresh = await Promise.all(nonces.map((nonce) => store.use(user, nonce)))
    expect(fresh).toEqual(nonces.map((_, index) => index % 3 !== 0))
  })

  test('a thousand at once take a few statements', async () => {
    let statements = 0
    const counting = database.kysely.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const store = createNonceStore(counting)
    await Promise.all(Array.from({ length: 1_000 }, () => store.use(user, freshNonce())))
    expect(statements).toBe(2)
  })

  test('REQ-31 if nonces cannot be stored, all waiting requests fail, and the next one is served', async () => {
    const closed = await openTestDatabase()
    const store = createNonceStore(closed.kysely)
    await closed.close()
    const results = await Promise.allSettled([store.use(user, freshNonce()), store.use(user, freshNonce())])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next: unknown = await store.use(user, freshNonce()).catch((error: unknown) => error)
    expect(next).toBeInstanceOf(Error)
  })

  test('a nonce outlives every window in which it could be replayed, and is deleted then', async () => {
    const db = database.kysely
    const nonce = freshNonce()
    await createNonceStore(db).use(user, nonce)
    const own = db.selectFrom('nonces').select('expires_at').where('nonce', '=', nonce)
    const [stored] = await own.execute()
    expect(stored!.expires_at - nowSeconds()).toBeGreaterThanOrEqual(2 * 300)
    await deleteExpiredNonces(db)
    expect(await own.execute()).toHaveLength(1)
    await db
      .updateTable('nonces')
      .set({ expires_at: nowSeconds() - 1 })
      .execute()
    await deleteExpiredNonces(db)
    expect(await own.execute()).toEqual([])
  })
})
