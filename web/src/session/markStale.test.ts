import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markStaleIn } from './markStale.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Counts how often the queries of each topic are made stale. */
function countedQueries() {
  const counts: Record<string, number> = {}
  const queries = new QueryClient()
  queries.getQueryCache().subscribe(({ type, query }) => {
    const [topic] = query.queryKey as [string]
    if (type === 'updated' && query.state.isInvalidated) counts[topic] = (counts[topic] ?? 0) + 1
  })
  const fill = () => {
    for (const topic of ['transfers', 'details', 'positions', 'accounts', 'custodians'])
      queries.setQueryData([topic, 'page 1'], [])
  }
  fill()
  return { counts, fill, mark: markStaleIn(queries) }
}

it('makes the queries of a topic stale once for all events of a moment', async () => {
  const { counts, fill, mark } = countedQueries()
  mark('transfers')
  await vi.advanceTimersByTimeAsync(0)
  expect(counts).toEqual({ transfers: 1, custodians: 1 })
  fill()
  for (let event = 0; event < 20; event += 1) mark('transfers')
  await vi.advanceTimersByTimeAsync(240)
  expect(counts).toEqual({ transfers: 1, custodians: 1 })
  await vi.advanceTimersByTimeAsync(20)
  expect(counts).toEqual({ transfers: 2, custodians: 2 })
})

it('makes them stale less and less often while events keep coming', async () => {
  const { counts, fill, mark } = countedQueries()
  for (let second = 0; second < 60; second += 1) {
    for (let event = 0; event < 5; event += 1) {
      mark('transfers')
      await vi.advanceTimersByTimeAsync(200)
      fill()
    }
  }
  expect(counts['transfers']).toBeGreaterThan(30)
  expect(counts['transfers']).toBeLessThan(45)
})

it('loses no event of a pause, and waits for none after it', async () => {
  const { counts, fill, mark } = countedQueries()
  mark('positions')
  await vi.advanceTimersByTimeAsync(0)
  mark('details')
  await vi.advanceTimersByTimeAsync(250)
  expect(counts).toEqual({ positions: 1, custodians: 1, details: 1, transfers: 1 })
  fill()
  await vi.advanceTimersByTimeAsync(1_000)
  mark('positions')
  await vi.advanceTimersByTimeAsync(0)
  expect(counts['positions']).toBe(2)
})

it('makes what is summed up over several topics stale once for all of them', async () => {
  const { counts, mark } = countedQueries()
  for (const topic of ['transfers', 'positions', 'accounts'] as const) mark(topic)
  await vi.advanceTimersByTimeAsync(0)
  expect(counts).toEqual({ transfers: 1, positions: 1, accounts: 1, custodians: 1 })
})
