import { ClientError, LedgerError, type Progress, type SendOptions, type Transaction } from '@connex/sdk'
import { describe, expect, it } from 'vitest'
import { simulate } from './simulate.ts'
import { dryRunOf } from './useDryRun.ts'

const idle = {
  isFetching: false,
  error: null,
  data: undefined,
  refetch: () => Promise.resolve({ isSuccess: true }),
}
const transaction = { data: '0x' } as unknown as Transaction
/** A batch without calls: words of 32 bytes, two offsets, nonce, deadline and sender, and two lengths. */
const data = `0x89974b40${[0xa0, 0xc0, 0, 0, 0, 0, 0].map((word) => word.toString(16).padStart(64, '0')).join('')}`
const batch = { data } as unknown as Transaction
const simulated = { block: 12, gas: 21_000n, transaction, calls: [], isChecked: true }

describe('a dry run', () => {
  it('is running while its query is fetching, whatever came before', () => {
    expect(dryRunOf({ ...idle, isFetching: true, data: simulated })).toEqual({ status: 'running' })
    expect(dryRunOf({ ...idle, isFetching: true, error: new Error('before') })).toEqual({ status: 'running' })
  })

  it('is undefined without a simulation', () => {
    expect(dryRunOf(idle)).toBeUndefined()
    expect(dryRunOf({ ...idle, data: null })).toBeUndefined()
  })

  it('passes with the transaction that may be signed', () => {
    expect(dryRunOf({ ...idle, data: simulated })).toEqual({ status: 'passed', ...simulated })
  })

  it('says that the ledger could not check what builds on a transaction without a block', () => {
    expect(dryRunOf({ ...idle, data: { ...simulated, isChecked: false } })).toMatchObject({
      status: 'passed',
      isChecked: false,
    })
  })

  it('fails with the cause, and says whether the ledger refused', () => {
    const refusal = new LedgerError('DeliveryNotPending', 'This transfer is no longer pending.')
    expect(dryRunOf({ ...idle, error: refusal })).toMatchObject({
      status: 'failed',
      isRefused: true,
      cause: 'This transfer is no longer pending.',
      code: 'DeliveryNotPending',
    })
    const unreachable = new ClientError('unreachable')
    expect(dryRunOf({ ...idle, error: unreachable })).toMatchObject({ isRefused: false, code: 'unreachable' })
  })

  it.each([
    [true, 1],
    [false, 0],
  ])("calls onPassed only for the user's own retry, and only if it passes: %s", async (isSuccess, times) => {
    let fetched = 0
    let passed = 0
    const refetch = () => {
      fetched += 1
      return Promise.resolve({ isSuccess })
    }
    const failed = dryRunOf({ ...idle, error: new Error('no'), refetch }, () => (passed += 1))
    if (failed?.status !== 'failed') throw new TypeError('the dry run did not fail')
    failed.refetch()
    await Promise.resolve()
    expect([fetched, passed]).toEqual([1, 0])
    failed.onRetry()
    await Promise.resolve()
    expect([fetched, passed]).toEqual([2, times])
  })
})

describe('a simulation', () => {
  const { signal } = new AbortController()

  it('signs nothing, and ends with its signal', async () => {
    const options: SendOptions[] = []
    const run = (one: SendOptions) => Promise.resolve(options.push(one))
    expect(await simulate(run, signal)).toBeNull()
    expect(options).toMatchObject([{ dryRun: 'only' }])
    expect(options[0]?.signal).toBe(signal)
  })

  it('is null without a run, and without a report of one', async () => {
    expect(await simulate(undefined, signal)).toBeNull()
    const run = ({ onProgress }: SendOptions) =>
      Promise.resolve(onProgress?.({ step: 'stored' } as unknown as Progress))
    expect(await simulate(run, signal)).toBeNull()
  })

  it('fails if the run fails, or if its bytes cannot be decoded', async () => {
    await expect(simulate(() => Promise.reject(new ClientError('unreachable')), signal)).rejects.toThrow(
      ClientError,
    )
    const run = ({ onProgress }: SendOptions) =>
      Promise.resolve(onProgress?.({ step: 'simulated', ...simulated } as unknown as Progress))
    await expect(simulate(run, signal)).rejects.toThrow(/0x/)
  })

  it('decodes the transaction that would be signed', async () => {
    const run = ({ onProgress }: SendOptions) =>
      Promise.resolve(
        onProgress?.({ step: 'simulated', ...simulated, transaction: batch } as unknown as Progress),
      )
    expect(await simulate(run, signal)).toMatchObject({
      block: 12,
      gas: 21_000n,
      transaction: batch,
      calls: [],
    })
  })
})
