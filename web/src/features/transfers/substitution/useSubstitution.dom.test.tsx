import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createWorld, renderViewerHook, type World } from '../../../../test/screen.tsx'
import { transferOf } from '../../../../test/transfers.ts'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { deals } from '../../../messages/en/deals.ts'
import { substitution } from '../../../messages/en/substitution.ts'
import { addMessages } from '../../../messages/t.ts'
import { substitutionQuery } from '../shared/dealQueries.ts'
import { useSubstitution } from './useSubstitution.ts'

for (const messages of [deals, dealForms, substitution]) addMessages(messages)

const opening = transferOf('1', { transferType: 'REPO', deliveryState: 'SETTLED', state: 'SETTLED' })

const renderSubstitution = (world: World = createWorld()) =>
  renderViewerHook(() => useSubstitution(opening, undefined), world)

it('has nothing to refuse, and no preview, while nothing is typed', () => {
  const { result } = renderSubstitution()
  expect(result.current).toMatchObject({ refusal: undefined, preview: undefined, unproposed: undefined })
  expect(result.current.read.parameters).toBeUndefined()
})

it('says why the deal cannot be read', async () => {
  const { result } = renderSubstitution()
  expect(result.current.failure).toBeUndefined()
  await waitFor(() => expect(result.current.failure).toBeDefined())
  expect(result.current.isReading).toBe(false)
})

it('proposes no quantity before the rest of the row is filled in, and forgets that with the next change', async () => {
  const { result } = renderSubstitution()
  const [row] = result.current.draft.in
  await act(() => result.current.propose(row?.id ?? 0))
  expect(result.current.unproposed).toMatchObject({ id: row?.id ?? 0 })
  act(() => result.current.change({ description: 'Other paper' }))
  expect(result.current.unproposed).toBeUndefined()
  expect(result.current.draft.description).toBe('Other paper')
})

it('previews complete terms, and forgets the preview as soon as they are incomplete', async () => {
  const world = createWorld()
  const { result } = renderSubstitution(world)
  act(() => result.current.change({ in: [], description: 'Other paper' }))
  const { parameters } = result.current.read
  const preview = { legs: [], doubts: [] }
  await act(async () => {
    world.queries.setQueryData(substitutionQuery(world.client, parameters).queryKey, preview as never)
  })
  await waitFor(() => expect(result.current.preview).toBe(preview))
  act(() => result.current.change({ description: '' }))
  expect(result.current.read.parameters).toBeUndefined()
  expect(result.current.preview).toBeUndefined()
})
