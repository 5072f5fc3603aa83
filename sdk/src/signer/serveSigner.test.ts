import { expect, it } from 'vitest'
import { TEST_PASSWORD, writeTestWallet } from '../../../testkit/src/wallets/testWallet.ts'
import { serveSigner } from './serveSigner.ts'

const file = new TextEncoder().encode(JSON.stringify(writeTestWallet()))

/** A port with both ends here: what is sent, and what has come back once everything under way is done. */
function openPort() {
  const { port1, port2 } = new MessageChannel()
  const replies: { id: number; type: string }[] = []
  port1.addEventListener(
    'message',
    (event: MessageEvent) => void replies.push(event.data as { id: number; type: string }),
  )
  serveSigner({
    addEventListener: (_, listener) => port2.addEventListener('message', listener),
    postMessage: (reply) => port2.postMessage(reply),
  })
  port1.start()
  port2.start()
  const answerTo = async (id: number) => {
    for (let waited = 0; waited < 5000; waited += 10) {
      const found = replies.find((reply) => reply.id === id && reply.type !== 'progress')
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('no answer')
  }
  const close = () => {
    port1.close()
    port2.close()
  }
  return { send: (message: unknown) => port1.postMessage(message), replies, answerTo, close }
}

it.each([
  null,
  7,
  'unlock',
  [[]],
  {},
  { type: 'lock' },
  { id: '1', type: 'lock' },
  { id: 1.5, type: 'lock' },
  { id: 1, type: 'export' },
  { id: 1, type: ['lock'] },
  { id: 1, type: 'allowContracts', contracts: 'all' },
  { id: 1, type: 'unlock', file: 'text', password: 'x', chainId: 1 },
  { id: 1, type: 'unlock', file: new Uint8Array(70_000), password: 'x', chainId: 1 },
  { id: 1, type: 'unlock', file: new Uint8Array(1), password: 7, chainId: 1 },
  { id: 1, type: 'unlock', file: new Uint8Array(1), password: 'x', chainId: -1 },
])('ignores %o', async (message) => {
  const port = openPort()
  port.send(message)
  port.send({ id: 2, type: 'lock' })
  await port.answerTo(2)
  expect(port.replies).toEqual([{ id: 2, type: 'result', value: '' }])
  port.close()
})

it('answers what it cannot sign with a failure, before and after unlocking', async () => {
  const port = openPort()
  port.send({ id: 1, type: 'signRequest', fields: {} })
  expect(await port.answerTo(1)).toMatchObject({ type: 'failure', error: { code: 'walletNotInitialized' } })
  port.send({ id: 2, type: 'unlock', file, password: TEST_PASSWORD, chainId: 1 })
  expect(await port.answerTo(2)).toMatchObject({
    type: 'result',
    value: expect.stringMatching(/^0x[0-9a-f]{40}$/) as string,
  })
  port.send({ id: 3, type: 'signTransaction', fields: { __proto__: null } })
  expect(await port.answerTo(3)).toMatchObject({ type: 'failure', error: { code: 'malformed' } })
  port.send({ id: 4, type: 'allowContracts', contracts: ['all'] })
  expect(await port.answerTo(4)).toMatchObject({ type: 'failure', error: { code: 'malformed' } })
  port.close()
})

it('opens one wallet at a time, and none once it is locked on the way', async () => {
  const port = openPort()
  // PBKDF2 runs elsewhere, so that messages come in meanwhile.
  const slow = new TextEncoder().encode(
    JSON.stringify(writeTestWallet({ kdf: { prf: 'hmac-sha256', c: 200_000 } })),
  )
  port.send({ id: 1, type: 'unlock', file: slow, password: TEST_PASSWORD, chainId: 1 })
  port.send({ id: 2, type: 'unlock', file, password: TEST_PASSWORD, chainId: 1 })
  port.send({ id: 3, type: 'lock' })
  expect(await port.answerTo(2)).toMatchObject({ type: 'failure', error: { code: 'busy' } })
  expect(await port.answerTo(1)).toMatchObject({ type: 'failure', error: { code: 'walletNotInitialized' } })
  port.send({ id: 4, type: 'signRequest', fields: {} })
  expect(await port.answerTo(4)).toMatchObject({ type: 'failure', error: { code: 'walletNotInitialized' } })
  port.close()
})
