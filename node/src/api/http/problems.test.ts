import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_ERRORS, DEFAULT_MESSAGES } from '@connex/protocol'
import type { ApiErrorCode, Problem } from '@connex/protocol'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../common/errors.ts'
import { DatabaseBusy } from '../../storage/engine/database.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { openEndpoints } from '../../ledger/endpoints.ts'
import { createLedgerRpc } from '../ledger/ledgerRpc.ts'
import { answerProblem, checkRefusal } from './problems.ts'

describe('answerProblem', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  /** What a caller reads where a handler fails so. */
  async function answerOf(fail: () => unknown) {
    const app = fastify()
    app.setErrorHandler(answerProblem)
    app.get('/', async () => fail())
    const answer = await app.inject('/')
    expect(answer.headers['content-type']).toBe('application/problem+json')
    return { status: answer.statusCode, text: answer.body, problem: answer.json<Problem>() }
  }

  const behind = (status: number, text: string) => async () => {
    const server = createServer((_request, response) => void response.writeHead(status).end(text))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      return await createLedgerRpc(openEndpoints({ urls: [`http://127.0.0.1:${port}`] })).call(
        'eth_blockNumber',
      )
    } finally {
      server.close()
    }
  }

  test.each(Object.entries(API_ERRORS))('%s has a title that its status allows', (_, { status, title }) => {
    const titles = {
      401: ['Unauthorized', 'User Authentication Failure', 'User Authorization Failure'],
      403: ['Forbidden', 'User Authorization Failure'],
    }[status as number] ?? [DEFAULT_MESSAGES[status] ?? title]
    expect(titles).toContain(title)
  })

  describe('what nobody has foreseen', () => {
    test.each<[string, () => unknown]>([
      ['a fault in the code', () => (undefined as unknown as { x: string }).x],
      ['a statement that makes no sense', () => sql`SELECT nothing FROM nowhere`.execute(database.kysely)],
      ['a value that no column takes', () => sql`SELECT 'x'::int8`.execute(database.kysely)],
    ])('%s is 500, and shows nothing of itself', async (_, fail) => {
      const { status, text, problem } = await answerOf(fail)
      expect(status).toBe(500)
      expect(problem).toMatchObject({ title: 'Internal Server Error', code: 'unforeseen' })
      expect(text).not.toMatch(/nowhere|undefined|at .*\.ts|int8/)
    })

    test('SRV-09 a database whose disk is full, or which too many ask, is 503', async () => {
      const full = Object.assign(new Error('could not extend file: No space left on device'), {
        code: '53100',
      })
      const [stopped, busy] = [full, new DatabaseBusy('Too many wait.')].map((error) => () => {
        throw error
      })
      expect((await answerOf(stopped!)).problem).toMatchObject({ status: 503, code: 'unavailable' })
      expect((await answerOf(busy!)).problem).toMatchObject({ status: 503, code: 'busy' })
    })

    test('an unreachable database is 503', async () => {
      const closed = await openTestDatabase()
      await closed.close()
      const { status, problem } = await answerOf(() => sql`SELECT 1`.execute(closed.kysely))
      expect([status, problem.title]).toEqual([503, 'Service Unavailable'])
    })
  })

  describe('the ledger behind', () => {
    test.each([
      [200, '<html>'],
      [200, '[]'],
      [200, '{}'],
      [200, 'null'],
    ])('E006 that answers %i with %s is a bad gateway', async (status, text) => {
      const answer = await answerOf(behind(status, text))
      expect(answer.problem).toMatchObject({ status: 502, title: 'Bad Gateway', code: 'ledgerUnreadable' })
    })

    test.each([
      [200, '{"error":{"code":-32000,"message":"missing trie node"}}'],
      [503, '<html>'],
      [429, ''],
    ])('that fails with %i %s has returned an error', async (status, text) => {
      const answer = await answerOf(behind(status, text))
      expect(answer.problem).toMatchObject({
        status: 500,
        title: 'Internal Server Error',
        detail: 'Blockchain returned an error',
      })
      expect(answer.text).not.toContain('trie')
    })
  })
})

describe('checkRefusal', () => {
  const answerOf = async (thrown: ApiErrorCode) => {
    const app = fastify()
    app.setErrorHandler(answerProblem)
    app.addHook('onSend', checkRefusal)
    app.get('/', { config: { call: 'transfers' } }, () => Promise.reject(new ApiError(thrown)))
    const { statusCode, body } = await app.inject('/')
    return { status: statusCode, problem: JSON.parse(body) as Problem }
  }

  test('an error that the endpoint table does not declare for the call becomes a 500 in tests', async () => {
    expect(await answerOf('draftNotFound')).toEqual({
      status: 500,
      problem: expect.objectContaining({
        detail: 'transfers answered draftNotFound, which the endpoint table does not declare.',
      }) as unknown,
    })
  })

  test('an error that the table declares is answered as it is', async () => {
    expect(await answerOf('locked')).toMatchObject({ status: 403, problem: { code: 'locked' } })
  })
})
