import type { TxHash } from '@connex/protocol'
import { describe, expect, test, vi } from 'vitest'
import { createSession } from '../client/client.ts'
import { addReport } from './subscribe.ts'
import { hasBlock, hasTransaction, untilReported } from './untilReported.ts'

const [first, other] = ['0x1', '0x2'] as [TxHash, TxHash]
const createReports = () => createSession().reports
const live = () => Object.assign(createReports(), { isLive: true })

describe('what is not waited for', () => {
  test('anything, while no stream is open', async () => {
    const reports = createReports()
    addReport(reports, { block: 7, txHashes: [first] })
    expect(await untilReported(reports, hasTransaction(first), undefined)).toBe(false)
  })

  test('more than a second, or beyond the end of the stream', async () => {
    vi.useFakeTimers()
    const reports = live()
    const [late, ended] = [first, other].map((txHash) =>
      untilReported(reports, hasTransaction(txHash), undefined),
    )
    await vi.advanceTimersByTimeAsync(1_000)
    expect([await late, await ended]).toEqual([false, false])
    const cut = untilReported(reports, hasTransaction(first), undefined)
    reports.isLive = false
    addReport(reports, { block: 8, txHashes: [] })
    expect(await cut).toBe(false)
    expect(reports.listeners.size).toBe(0)
    vi.useRealTimers()
  })

  test('what the caller no longer wants', async () => {
    const stop = new AbortController()
    const waiting = untilReported(live(), hasBlock(7), stop.signal)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
  })
})

test('a transaction and a block are found once they are reported, before or after somebody waits', async () => {
  const reports = live()
  const waiting = untilReported(reports, hasTransaction(first), undefined)
  addReport(reports, { block: null, txHashes: [other] })
  addReport(reports, { block: 7, txHashes: [first] })
  expect(await waiting).toBe(true)
  expect(await untilReported(reports, hasTransaction(other), undefined)).toBe(true)
  expect(await untilReported(reports, hasBlock(7), undefined)).toBe(true)
})

test('only the latest thousand transactions are remembered', () => {
  const reports = createReports()
  addReport(reports, { block: null, txHashes: [first] })
  addReport(reports, { block: null, txHashes: Array.from({ length: 1_000 }, (_, index) => `tx ${index}`) })
  expect([reports.txHashes.size, reports.txHashes.has(first)]).toEqual([1_000, false])
})
