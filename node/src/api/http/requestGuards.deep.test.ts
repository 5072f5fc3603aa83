// It takes as long as a request may take: the head's turn is in authenticate.test.ts.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { rawRequest, signRequest } from '../../../../testkit/src/servers/requests.ts'

let world: BankFixture
beforeAll(async () => {
  world = await startBankFixture()
})
afterAll(() => world.stop())

test('REQ-28 a body that trickles in is answered 408, and others are served meanwhile', async () => {
  const { node, bank } = world
  const target = '/api/v6/dlt/eth/rpc'
  const wanted = { method: 'POST', target, body: { method: 'eth_chainId', params: [] } }
  const { headers = {}, body = '' } = await signRequest(node.url, bank.user, wanted)
  const lines = Object.entries({ ...headers, 'content-length': body.length })
  const head = lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('')
  const socket = connect(Number(new URL(node.url).port), '127.0.0.1').setEncoding('utf8')
  const begin = Date.now()
  socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\n${head}\r\n`)
  let position = 0
  const trickle = setInterval(() => {
    const byte = body.slice(position, (position += 1))
    if (byte.length > 0 && position < body.length - 5 && socket.writable) socket.write(byte)
  }, 1_000)
  let slowest = 0
  const askMeanwhile = async () => {
    const start = Date.now()
    const { status } = await rawRequest(node.url, { target: '/api/introspection' })
    slowest = Math.max(slowest, status === 200 ? Date.now() - start : Infinity)
  }
  const answers: Promise<void>[] = []
  const others = setInterval(() => answers.push(askMeanwhile()), 500)
  let answer = ''
  for await (const chunk of socket) answer += chunk as string
  clearInterval(trickle)
  clearInterval(others)
  await Promise.all(answers)
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*application\/problem\+json[^]*"code":"requestTimeout"/)
  expect(Date.now() - begin).toBeLessThan(25_000)
  expect(slowest).toBeLessThan(2_000)
})
