import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { askLedger } from './askLedger.ts'

async function behind<Result>(
  answer: RequestListener,
  act: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a ledger that breaks every connection gets no third request', async () => {
  let numRequests = 0
  await behind(
    ({ socket }) => {
      numRequests += 1
      socket.destroy()
    },
    (url) => expect(askLedger(url, {}, { timeoutMs: 5_000 })).rejects.toThrow('fetch failed'),
  )
  expect(numRequests).toBe(2)
})

test('a late answer is not retried', async () => {
  let numRequests = 0
  await behind(
    () => {
      numRequests += 1
    },
    (url) => expect(askLedger(url, {}, { timeoutMs: 200 })).rejects.toThrow('timeout'),
  )
  expect(numRequests).toBe(1)
})

test('a connection that the ledger has closed is not a failure', async () => {
  let numRequests = 0
  const answer = await behind(
    ({ socket }, response) => {
      numRequests += 1
      if (numRequests === 1) socket.destroy()
      else response.end('{"result":"0x1"}')
    },
    async (url) => (await askLedger(url, {}, { timeoutMs: 5_000 })).text(),
  )
  expect([numRequests, answer]).toEqual([2, '{"result":"0x1"}'])
})

test('H1: a request that is late, or whose caller has gone, leaves no open connection behind', async () => {
  for (const gone of [AbortSignal.timeout(50), undefined]) {
    let numClosed = 0
    await behind(
      ({ socket }) => void socket.on('close', () => (numClosed += 1)),
      async (url) => {
        await expect(askLedger(url, {}, { timeoutMs: 100, gone })).rejects.toThrow('timeout')
        await expect.poll(() => numClosed).toBe(1)
      },
    )
  }
})
