// Whole deliveries, as their parties make them: private details stored, created, received and registered, each by a signed
// request to the server and a transaction of its own on the ledger.
import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryManagerAbi } from '@connex/contracts'
import { AccountNumber, DeliveryDetails, Fingerprint, fingerprintOf, freshSalt } from '@connex/protocol'
import { call } from '@connex/sdk'
import { contractCall } from '../../sdk/src/ledger/contractCall.ts'
import { dappOf, delegate } from '../../sdk/src/ledger/controller.ts'
import type { LedgerCall } from '../../sdk/src/ledger/transaction.ts'
import { hex } from '../../sdk/src/ledger/scalars.ts'
import { accountData, deliveryIdOf, digitalLeg } from '../../sdk/src/ledger/legs.ts'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'
import { until } from '../../testkit/src/machine.ts'
import { untilBlock } from './fixture.ts'
import type { BenchFixture, PartyName } from './fixture.ts'
import { retryOnDisconnect } from './senderQueue.ts'
import type { SenderQueue } from './senderQueue.ts'

/** One after the other until the signal, `inFlight` on their way at a time; how many that were. */
export async function settleDeliveries(
  market: BenchFixture,
  { inFlight, signal }: { inFlight: number; signal: AbortSignal },
): Promise<number> {
  const blocks = await watchBlocks(market.ledger)
  let numBegun = 0
  const settleMore = async () => {
    while (!signal.aborted) {
      numBegun += 1
      await settleOne(market, blocks, numBegun)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, settleMore)).finally(() => blocks.stop())
  return numBegun
}

async function settleOne(
  { queues, members, registry }: BenchFixture,
  blocks: BlockWatch,
  index: number,
): Promise<void> {
  const queueOf = (party: keyof typeof queues): SenderQueue => {
    const found = queues[party][index % queues[party].length]
    if (found === undefined) throw new TypeError('a party has queues')
    return found
  }
  const creator = queueOf('alpenbank')
  const manager = await dappOf(creator.client, 'delivery')
  const details = DeliveryDetails.parse({ salt: freshSalt(), description: `Rebalancing ${index}` })
  const leg = digitalLeg({
    ...registry,
    sender: members.alpenbank.address,
    receiver: members.rhone.address,
    quantity: 1n,
    senderAccount: AccountNumber.parse('11'),
  })
  const privateDataFp = fingerprintOf(details)
  const terms = { creator: members.alpenbank.address, privateDataFp, legs: [leg], valueDate: 0 }
  const id = deliveryIdOf(terms)
  await retryOnDisconnect(() =>
    call(creator.client, 'putDeliveryDetails', { body: { deliveryId: id, details } }),
  )
  const creation = contractCall(deliveryManagerAbi, manager, 'createDelivery', [
    hex(id),
    hex(privateDataFp),
    [leg],
    0n,
  ])
  await blocks.mined(await creator.send([creation]))
  const received = accountData(AccountNumber.parse('33'))
  const receipt = contractCall(deliveryManagerAbi, manager, 'confirmAsReceiver', [hex(id), [leg], [received]])
  // The registrar confirms last, and then the delivery settles.
  await blocks.mined(await queueOf('rhone').send([receipt]))
  await queueOf('registrar').send([
    contractCall(deliveryManagerAbi, manager, 'confirmDelivery', [hex(id), [leg], ['0x']]),
  ])
}

// Deliveries in bulk, for an index to catch up with: the same transactions as the parties', many deliveries in each, sent to
// the ledger directly by accounts that it unlocks.

const IN_ONE = 20
/** Twenty creations take 5,000,000, and ordinary networks take at most 16,777,216 in one transaction. */
const GAS_OF_ONE = '0xf42400'

/** So many, settled, in blocks of up to twenty. */
export async function fillLedger(market: BenchFixture, count: number): Promise<void> {
  const { ledger, members, registry } = market
  const send = await openSending(market)
  const manager = await dappOf(members.alpenbank.client, 'delivery')
  const leg = digitalLeg({
    ...registry,
    sender: members.alpenbank.address,
    receiver: members.rhone.address,
    quantity: 1n,
    senderAccount: AccountNumber.parse('11'),
  })
  const received = accountData(AccountNumber.parse('33'))
  for (let made = 0; made < count; made += IN_ONE) {
    const fingerprints = Array.from({ length: Math.min(IN_ONE, count - made) }, () =>
      Fingerprint.parse(freshSalt()),
    )
    const creator = members.alpenbank.address
    const ids = fingerprints.map((privateDataFp) =>
      hex(deliveryIdOf({ creator, privateDataFp, legs: [leg], valueDate: 0 })),
    )
    const each = (name: 'confirmAsReceiver' | 'confirmDelivery', data: `0x${string}`) =>
      ids.map((id) => contractCall(deliveryManagerAbi, manager, name, [id, [leg], [data]]))
    const creations = fingerprints.map((privateDataFp, index) =>
      contractCall(deliveryManagerAbi, manager, 'createDelivery', [
        ids[index] ?? '0x',
        hex(privateDataFp),
        [leg],
        0n,
      ]),
    )
    await send('alpenbank', creations)
    await send('rhone', each('confirmAsReceiver', received))
    await send('registrar', each('confirmDelivery', '0x'))
  }
  const isIdle = async () =>
    Number(((await ledger.rpc('txpool_status')) as { pending: string }).pending) === 0
  await until('the ledger to take all in', isIdle, 120_000)
  await untilBlock(market.database, Number(await ledger.rpc('eth_blockNumber')))
}

/** Sends a party's calls in one transaction, straight to the ledger, in a block of its own; the transaction's hash. */
export type Send = (party: PartyName, calls: readonly LedgerCall[]) => Promise<string>

/** The ledger unlocks the parties' users, and makes a block of each transaction. */
export async function openSending({ ledger, members }: BenchFixture): Promise<Send> {
  await ledger.rpc('evm_setIntervalMining', 0)
  await ledger.rpc('evm_setAutomine', true)
  for (const party of ['alpenbank', 'rhone', 'registrar'] as const) {
    await ledger.rpc('anvil_impersonateAccount', members[party].user.address)
    await ledger.rpc('anvil_setBalance', members[party].user.address, '0xffffffffffffffffff')
  }
  return async (party, calls) => {
    const { client, user } = members[party]
    const { to, data } = await delegate(client, calls)
    const fields = { from: user.address, to, data, gas: GAS_OF_ONE, gasPrice: '0x1' }
    return (await ledger.rpc('eth_sendTransaction', fields)) as string
  }
}

const POLL_MS = 50

export type BlockWatch = {
  /** Settles once the transaction is in a block. Ask before it is sent, or soon after. */
  mined: (txHash: string) => Promise<void>
  stop: () => void
}

/** Reads each new block once, for all who wait for a transaction. */
async function watchBlocks({ rpc }: TestLedger): Promise<BlockWatch> {
  const waiting = new Map<string, () => void>()
  const seen = new Set<string>()
  const stopping = new AbortController()
  let next = Number(await rpc('eth_blockNumber')) + 1

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const block = (await rpc('eth_getBlockByNumber', `0x${next.toString(16)}`, false)) as Block | null
      if (block === null) {
        await sleep(POLL_MS)
        continue
      }
      next += 1
      for (const hash of block.transactions) {
        seen.add(hash)
        waiting.get(hash)?.()
      }
    }
  }
  watch().catch((error: unknown) => console.error(error))
  return {
    mined: (txHash) =>
      seen.has(txHash) ? Promise.resolve() : new Promise((done) => waiting.set(txHash, done)),
    stop: () => stopping.abort(),
  }
}

type Block = { transactions: string[] }
