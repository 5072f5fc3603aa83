import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useHeldStep, useReview } from './useReview.ts'

beforeEach(() => void vi.useFakeTimers())

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('reviews complete terms only, and signs only a review', async () => {
  const sign = vi.fn<() => void>()
  const { result } = renderHook(useReview)
  act(() => result.current.advance(false, sign))
  expect(result.current).toMatchObject({ isReviewing: false, isSubmitted: true })
  act(() => result.current.advance(true, sign))
  expect(result.current.isReviewing).toBe(true)
  await wait(1_000)
  act(() => result.current.advance(false, sign))
  expect(result.current.isReviewing).toBe(false)
  expect(sign).not.toHaveBeenCalled()
})

it('does not sign by the second click of a double click, nor right after the terms were changed', async () => {
  const sign = vi.fn<() => void>()
  const { result } = renderHook(useReview)
  act(() => result.current.advance(true, sign))
  await wait(599)
  act(() => result.current.advance(true, sign))
  expect(sign).not.toHaveBeenCalled()
  await wait(1)
  expect(result.current.isSignable).toBe(true)
  act(() => result.current.toTerms())
  expect(result.current).toMatchObject({ isReviewing: false, isSignable: false })
  act(() => result.current.advance(true, sign))
  act(() => result.current.advance(true, sign))
  expect(sign).not.toHaveBeenCalled()
  await wait(600)
  act(() => result.current.advance(true, sign))
  expect(sign).toHaveBeenCalledOnce()
})

it('holds a step while the form is reading, and takes it once, when everything is there', async () => {
  const step = vi.fn<() => void>()
  const { result, rerender } = renderHook(({ isReading }) => useHeldStep(isReading, step), {
    initialProps: { isReading: true },
  })
  expect(result.current.isHeld).toBe(false)
  act(() => result.current.submit())
  act(() => result.current.submit())
  await wait(10)
  expect(result.current.isHeld).toBe(true)
  expect(step).not.toHaveBeenCalled()
  rerender({ isReading: false })
  await wait(10)
  expect(step).toHaveBeenCalledOnce()
  expect(result.current.isHeld).toBe(false)
  act(() => result.current.submit())
  expect(step).toHaveBeenCalledTimes(2)
})

it('takes no step that nobody wanted', async () => {
  const step = vi.fn<() => void>()
  const { rerender } = renderHook(({ isReading }) => useHeldStep(isReading, step), {
    initialProps: { isReading: true },
  })
  rerender({ isReading: false })
  await wait(10)
  expect(step).not.toHaveBeenCalled()
})
