import { once } from 'node:events'
import { Agent, request as ask } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerClientError } from './problems.ts'
import { isOddTarget, timeBodies } from './requestGuards.ts'

test.each([
  '',
  'api',
  '*',
  'http://x/api',
  '//x',
  '/a//b',
  '/a/../b',
  '/a/..',
  '/./a',
  '/%2e%2E/a',
  '/a%2fb',
  '/a%5Cb',
  '/a\\b',
  '/a?b=\\',
  '/a%00',
  '/a?b=%00',
  '/a%0Ab',
  '/a%zz',
  '/a?b=%',
  '/a b',
  '/ä',
  '/a#b',
  '/a\r\nb',
  `/${'a'.repeat(9000)}`,
])('%j is odd', (target) => {
  expect(isOddTarget(target)).toBe(true)
})

test.each([
  '/',
  '/a/b.js',
  '/a?b=c&d=%2F..%2F//%5C',
  '/a?b=..',
  '/a...b',
  '/%C3%A4',
  '/custodians/0x1:0x2/accounts',
])('%j is plain', (target) => {
  expect(isOddTarget(target)).toBe(false)
})

describe('timeBodies', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    const answerError = answerClientError({})
    app = fastify({ clientErrorHandler: answerError })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.addHook('onRequest', timeBodies({ wholeMs: 600, idleMs: 600 }, answerError))
    const length = (request: { body: unknown }) => Promise.resolve(String((request.body as Buffer).length))
    app.put('/upload', { config: { call: 'uploadDocument' } }, length)
    app.put('/other', { config: { call: 'putTemplate' } }, length)
    const refuse = (): Promise<never> => Promise.reject(new Error('refused'))
    app.put('/refused', { config: { call: 'uploadDocument' }, onRequest: refuse }, length)
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  /** Sends ten bytes one by one, and answers what came back until the connection ended or the answer was whole. */
  async function trickle(path: string, everyMs: number, numBytes = 10): Promise<string> {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
    await once(socket, 'connect')
    let answer = ''
    socket.on('data', (chunk: string) => (answer += chunk)).on('error', () => undefined)
    const ended = once(socket, 'close').catch(() => undefined)
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n`)
    for (let sent = 0; sent < numBytes && socket.writable; sent += 1) {
      await sleep(everyMs)
      if (socket.writable) socket.write('x')
    }
    await Promise.race([ended, sleep(1_500)])
    socket.destroy()
    return answer
  }

  test('a body that takes too long is answered 408, though it never stalls', async () => {
    expect(await trickle('/other', 150)).toMatch(/^HTTP\/1\.1 408 [^]*"code":"requestTimeout"/)
  })

  test('an upload that stalls is answered 408', async () => {
    expect(await trickle('/upload', 10, 5)).toMatch(/^HTTP\/1\.1 408 [^]*"code":"requestTimeout"/)
  })

  test('an upload may take long if it keeps moving', async () => {
    expect(await trickle('/upload', 150)).toMatch(/^HTTP\/1\.1 200 [^]*\r\n10$/)
  })

  test('a refused upload gets no extra time: its connection ends', async () => {
    const began = Date.now()
    expect(await trickle('/refused', 150)).toMatch(/^HTTP\/1\.1 500 /)
    expect(Date.now() - began).toBeLessThan(2_900)
  })

  test('a connection that carries many requests remembers none of them', async () => {
    const { port } = app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const connected = once(app.server, 'connection') as Promise<[Socket]>
    const put = async () => {
      const sent = ask({ agent, port, method: 'PUT', path: '/other' }).end('x')
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      await once(answer.resume(), 'end')
    }
    await put()
    const [socket] = await connected
    const before = socket.listenerCount('close')
    for (let times = 0; times < 20; times += 1) await put()
    expect(socket.listenerCount('close')).toBeLessThanOrEqual(before + 1)
    agent.destroy()
  })
})
