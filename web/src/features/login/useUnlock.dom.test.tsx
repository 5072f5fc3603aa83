import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LoginRefusal } from '../../session/loginFailure.ts'
import { useUnlock, type Enter } from './useUnlock.ts'

const FILE = new File(['{}'], 'wallet.json')
const REFUSAL = new LoginRefusal('error_no_account_info', { server: 'here' })

/** Attempts that the test ends. */
function renderUnlock() {
  const attempts: (Parameters<Enter>[2] & PromiseWithResolvers<void>)[] = []
  const enter: Enter = (_file, _password, control) => {
    const ended = Promise.withResolvers<void>()
    attempts.push({ ...control, ...ended })
    return ended.promise
  }
  const { result } = renderHook(() => useUnlock(enter))
  const start = () => {
    let outcome: ReturnType<typeof result.current.unlock> | undefined
    act(() => void (outcome = result.current.unlock(FILE, 'secret')))
    return outcome
  }
  return { result, attempts, start }
}

it('shows why an attempt failed, and no progress any more', async () => {
  const { result, attempts, start } = renderUnlock()
  const outcome = start()
  await act(async () => attempts[0]?.reject(REFUSAL))
  expect(await outcome).toBe('failed')
  expect(result.current.progress).toBeUndefined()
  expect(result.current.failure?.code).toBe('error_no_account_info')
})

it('is one attempt at a time, and forgets an earlier failure', async () => {
  const { result, attempts, start } = renderUnlock()
  const first = start()
  expect(await start()).toBe('stopped')
  expect(attempts).toHaveLength(1)
  await act(async () => attempts[0]?.reject(REFUSAL))
  await first
  const second = start()
  expect(result.current.failure).toBeUndefined()
  expect(result.current.progress).toEqual({ step: 'deriving', fraction: undefined, seconds: undefined })
  await act(async () => attempts[1]?.resolve())
  expect(await second).toBe('loggedIn')
  expect(result.current.progress).toBeUndefined()
})

it('estimates the rest of a derivation once there is enough of it to go by', async () => {
  const { result, attempts, start } = renderUnlock()
  void start()
  await act(async () => attempts[0]?.onStep('deriving', 0.5))
  expect(result.current.progress).toEqual({ step: 'deriving', fraction: 0.5, seconds: undefined })
  await act(() => new Promise((resolve) => setTimeout(resolve, 220)))
  await act(async () => attempts[0]?.onStep('deriving', 0.04))
  expect(result.current.progress?.seconds).toBeUndefined()
  await act(async () => attempts[0]?.onStep('deriving', 0.05))
  const seconds = result.current.progress?.seconds ?? 0
  expect(seconds).toBeGreaterThanOrEqual(4)
  expect(seconds).toBeLessThan(40)
  await act(async () => attempts[0]?.onStep('deriving', 0.99))
  expect(result.current.progress?.seconds).toBe(1)
})

it('hears nothing of an attempt after it was stopped', async () => {
  const { result, attempts, start } = renderUnlock()
  const first = start()
  act(() => result.current.stop())
  expect(attempts[0]?.signal.aborted).toBe(true)
  await act(async () => attempts[0]?.onStep('asking'))
  expect(result.current.progress).toBeUndefined()
  void start()
  await act(async () => attempts[0]?.reject(REFUSAL))
  expect(await first).toBe('stopped')
  expect(result.current.failure).toBeUndefined()
  expect(result.current.progress?.step).toBe('deriving')
})
