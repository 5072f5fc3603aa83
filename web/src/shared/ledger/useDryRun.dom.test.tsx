import { ClientError, LedgerError, type SendOptions } from '@connex/sdk'
import { act, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { settle } from '../../../test/press.ts'
import { createWorld, renderViewerHook } from '../../../test/screen.tsx'
import { useDryRun } from './useDryRun.ts'

type Run = (options: SendOptions) => Promise<unknown>

const refused = new LedgerError('DeliveryNotPending', 'This transfer is no longer pending.')

function renderDryRun(run: Run | undefined, onPassed?: () => void) {
  let [current, key] = [run, 'one']
  const hook = renderViewerHook(() => useDryRun([key], current, onPassed), createWorld())
  const change = async (next: Run | undefined, nextKey = key) => {
    ;[current, key] = [next, nextKey]
    hook.rerender(undefined)
    await settle(5)
  }
  return { ...hook, change }
}

/** Its code is imported with the first of them. */
const failing = (result: { current: ReturnType<typeof useDryRun> }) =>
  waitFor(() => expect(result.current?.status).toBe('failed'))

it('is nothing before there is something to sign', async () => {
  const { result } = renderDryRun(undefined)
  await settle(5)
  expect(result.current).toBeUndefined()
})

it('runs without signing, and says why the ledger refuses', async () => {
  const run = vi.fn<Run>(() => Promise.reject(refused))
  const { result } = renderDryRun(run)
  expect(result.current).toEqual({ status: 'running' })
  await failing(result)
  expect(run).toHaveBeenCalledOnce()
  expect(run.mock.calls[0]?.[0]).toMatchObject({ dryRun: 'only' })
  expect(result.current).toMatchObject({ isRefused: true, code: 'DeliveryNotPending' })
})

it('is nothing again when the review is left, and runs again for other terms', async () => {
  const run = vi.fn<Run>(() => Promise.reject(new ClientError('unreachable')))
  const { result, change } = renderDryRun(run)
  await failing(result)
  expect(result.current).toMatchObject({ isRefused: false })
  await change(undefined)
  expect(result.current).toBeUndefined()
  await change(run, 'two')
  await failing(result)
  expect(run).toHaveBeenCalledTimes(2)
})

it('tries again when the user wants it', async () => {
  const onPassed = vi.fn<() => void>()
  const run = vi.fn<Run>(() => Promise.reject(refused))
  const { result } = renderDryRun(run, onPassed)
  await failing(result)
  const failed = result.current
  if (failed?.status !== 'failed') throw new TypeError('the dry run did not fail')
  act(() => failed.onRetry())
  await failing(result)
  expect(run).toHaveBeenCalledTimes(2)
  expect(onPassed).not.toHaveBeenCalled()
})
