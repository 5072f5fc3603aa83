// The chain is of recordings of a real ledger; here each act is one or two logs, written by hand.
import { accountRegistryManagerAbi } from '@connex/contracts'
import { getAbiItem, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { createChain } from './chain.ts'
import { ISSUED } from './parties.ts'
import type { Recordings } from './recordings.ts'
import type { ChainSize } from './schedule.ts'
import { createTemplate, word } from './templates.ts'
import type { Names, RecordedLog, Recording } from './templates.ts'

const CHANGED = toEventSelector(getAbiItem({ abi: accountRegistryManagerAbi, name: 'AccountChanged' }))
const MANAGER = `0x${'aa'.repeat(20)}`
const value = (index: number) => word(BigInt(1_000_000 + index))
const plain = (...names: string[]): RecordedLog => ({
  address: MANAGER,
  topics: [`0x${'e'.repeat(64)}`, ...names.map((name) => `0x${name}`)],
  data: '0x',
})
const changed = (names: (string | undefined)[], balance: bigint, earmarked: bigint): RecordedLog => ({
  address: MANAGER,
  topics: [CHANGED, ...names.map((name) => `0x${name}`)],
  data: `0x${word(balance)}${word(earmarked)}`,
})

const RECORDED = 7_000n
const issued = { registry: value(1), tenant: value(2), account: value(3), quantity: word(RECORDED) }
const delivered = {
  registry: value(1),
  sender: value(2),
  senderAccount: value(3),
  receiver: value(4),
  receiverAccount: value(5),
  delivery: value(6),
}
const sender = [delivered.registry, delivered.sender, delivered.senderAccount]
const receiver = [delivered.registry, delivered.receiver, delivered.receiverAccount]
const act = (names: Names, ...blocks: RecordedLog[][]): Recording => ({
  blocks,
  names,
  quantity: String(RECORDED),
})

const recordings: Recordings = {
  chainId: 31337,
  platformManager: MANAGER,
  real: [{ number: 2, logs: [plain(value(9))] }],
  head: 3,
  traders: [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`],
  acts: {
    joining: act({ tenant: value(2), name: value(8) }, [plain(value(2), value(8))]),
    account: act({ tenant: value(2), account: value(3) }, [plain(value(2), value(3))]),
    registry: act({ registry: value(1) }, [plain(value(1))]),
    issue: act(issued, [changed([issued.registry, issued.tenant, issued.account], RECORDED, 0n)]),
    settled: act(
      delivered,
      [plain(delivered.delivery), changed(sender, RECORDED, RECORDED)],
      [changed(sender, 0n, 0n), changed(receiver, RECORDED, 0n)],
    ),
    canceled: act(delivered, [changed(sender, RECORDED, RECORDED)], [changed(sender, RECORDED, 0n)]),
  },
  holdings: {
    joining: [],
    account: [],
    registry: [],
    issue: [],
    settled: [[sender.join(), { balance: String(RECORDED), earmarked: '0' }]],
    canceled: [[sender.join(), { balance: String(RECORDED), earmarked: '0' }]],
  },
}

const size: ChainSize = { seed: 7, blocks: 2_000, deliveries: 400, tenants: 9, instruments: 4 }
const LAST = size.blocks + 1

const logsIn = (from: number, to: number) =>
  [...createChain(recordings, size).logsBetween(from, to)].map(({ json }) => json)

describe('what is refused', () => {
  test('a recording in which two names have one value, and nobody knows which of them a log means', () => {
    const recording = act({ tenant: value(2), user: value(2) }, [plain(value(2))])
    expect(() => createTemplate(recording, new Map())).toThrow('Two names of a recording have one value.')
  })

  test('a change of a holding that the quantity does not explain', () => {
    const recording = act(issued, [
      changed([issued.registry, issued.tenant, issued.account], RECORDED + 1n, 0n),
    ])
    expect(() => createTemplate(recording, new Map())).toThrow(/^A holding changed by 7001/)
  })

  test('stretches that are too short for what happens in them', () => {
    const chain = createChain(recordings, { ...size, blocks: 100 })
    expect(() => [...chain.logsBetween(0, 100)]).toThrow(/blocks is too short/)
  })

  test('a hash of no block', () => {
    expect(createChain(recordings, size).numberOf(`0x${'0'.repeat(64)}`)).toBeUndefined()
  })
})

test('every block has its parent’s hash, and is found by its own', () => {
  const chain = createChain(recordings, size)
  for (let number = 1; number <= LAST; number += 1) {
    expect(chain.block(number)['parentHash']).toBe(chain.block(number - 1)['hash'])
    expect(chain.numberOf(String(chain.block(number)['hash']))).toBe(number)
  }
})

test('logs are the same in whatever ranges and order they are read', () => {
  const whole = logsIn(0, LAST)
  expect(whole.length).toBeGreaterThan(size.deliveries * 2)
  const chain = createChain(recordings, size)
  const backwards: string[][] = []
  for (let from = LAST - (LAST % 37); from >= 0; from -= 37)
    backwards.unshift([...chain.logsBetween(from, Math.min(LAST, from + 36))].map(({ json }) => json))
  expect(backwards.flat()).toEqual(whole)
})

test('what was lent has come back: every account holds in the end what it was issued', () => {
  const holdings = new Map<string, string>()
  for (const { topics, json } of createChain(recordings, size).logsBetween(0, LAST))
    if (topics[0] === CHANGED) holdings.set(topics.join(), (JSON.parse(json) as RecordedLog).data)
  expect(holdings.size).toBe(size.tenants * size.instruments)
  expect(new Set(holdings.values())).toEqual(new Set([`0x${word(ISSUED)}${word(0n)}`]))
})

test('a block’s bloom filter says whether it has logs, the real ones and the last tenant’s included', () => {
  const chain = createChain(recordings, size)
  for (const number of [0, 1, 2, 3, 4, 500, size.blocks, LAST]) {
    const hasBits = /[1-9a-f]/.test(String(chain.block(number)['logsBloom']).slice(2))
    expect(hasBits).toBe(logsIn(number, number).length > 0)
  }
  expect(logsIn(2, 2)).toHaveLength(1)
  expect(logsIn(LAST, LAST)).toHaveLength(1)
})
