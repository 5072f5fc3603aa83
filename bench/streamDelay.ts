// How much later than a bare websocket subscription to the ledger's logs the server's event stream tells of a transaction.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryManagerAbi } from '@connex/contracts'
import { AccountNumber, Fingerprint, freshSalt } from '@connex/protocol'
import { openTestStream } from '../testkit/src/streams/testStream.ts'
import { contractCall } from '../sdk/src/ledger/contractCall.ts'
import { dappOf } from '../sdk/src/ledger/controller.ts'
import { hex } from '../sdk/src/ledger/scalars.ts'
import { deliveryIdOf, digitalLeg } from '../sdk/src/ledger/legs.ts'
import { atMost, quantile } from './measure.ts'
import type { Gate } from './measure.ts'
import type { BenchFixture } from './market/fixture.ts'

const TRANSACTIONS = 60
const PAUSE_MS = 400

export async function streamDelay(market: BenchFixture): Promise<Gate> {
  const { ledger, queues, members, registry, node } = market
  await ledger.rpc('evm_setIntervalMining', 0)
  await ledger.rpc('evm_setAutomine', true)
  const [queue] = queues.alpenbank
  if (queue === undefined) throw new TypeError('a party has queues')
  const manager = await dappOf(queue.client, 'delivery')
  const logged = new Map<string, number>()
  const streamed = new Map<string, number>()
  const socket = await subscribeToLogs(ledger.wsUrl, manager, (txHash) => note(logged, txHash))
  const stream = await openTestStream(node.url, members.alpenbank.user)
  stream.answer.on('data', (text: string) => {
    for (const [txHash] of text.matchAll(/0x[0-9a-f]{64}/g)) note(streamed, txHash)
  })
  const sent: string[] = []
  for (let index = 0; index < TRANSACTIONS; index += 1) {
    const leg = digitalLeg({
      ...registry,
      sender: members.alpenbank.address,
      receiver: members.rhone.address,
      quantity: 1n,
      senderAccount: AccountNumber.parse('11'),
    })
    const privateDataFp = Fingerprint.parse(freshSalt())
    const creator = members.alpenbank.address
    const id = hex(deliveryIdOf({ creator, privateDataFp, legs: [leg], valueDate: 0 }))
    sent.push(
      await queue.send([
        contractCall(deliveryManagerAbi, manager, 'createDelivery', [id, hex(privateDataFp), [leg], 0n]),
      ]),
    )
    await sleep(PAUSE_MS)
  }
  while (!sent.every((txHash) => streamed.has(txHash) && logged.has(txHash))) await sleep(PAUSE_MS)
  stream.close()
  socket.close()
  const delays = sent.map((txHash) => (streamed.get(txHash) ?? 0) - (logged.get(txHash) ?? 0))
  return atMost(50, quantile(delays, 0.95))
}

function note(times: Map<string, number>, txHash: string): void {
  if (!times.has(txHash)) times.set(txHash, performance.now())
}

async function subscribeToLogs(
  wsUrl: string,
  address: string,
  onLog: (txHash: string) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(wsUrl)
  await once(socket, 'open')
  socket.addEventListener('message', ({ data }) => {
    const { params } = JSON.parse(String(data)) as { params?: { result: { transactionHash: string } } }
    if (params !== undefined) onLog(params.result.transactionHash)
  })
  socket.send(
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', { address }] }),
  )
  return socket
}
