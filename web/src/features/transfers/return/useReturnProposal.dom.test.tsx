import type { DealLot, LotName } from '@connex/protocol/deals'
import { expect, it, vi } from 'vitest'
import { createWorld, renderViewerHook, type World } from '../../../../test/screen.tsx'
import { settle } from '../../../../test/press.ts'
import { openRepo } from '../../../../test/transfers.ts'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { returnForm } from '../../../messages/en/forms/returnForm.ts'
import { addMessages } from '../../../messages/t.ts'
import { dealQuery, returnQuery } from '../shared/dealQueries.ts'
import type { ReturnDraft } from './returnForm.ts'
import { useReturnProposal } from './useReturnProposal.ts'

addMessages(dealForms)
addMessages(returnForm)

const opening = openRepo()
const { deliveryId } = opening
const lot = (name: string, available: bigint) =>
  ({
    lot: name,
    kind: 'PURCHASED',
    outstanding: available,
    inFlight: 0n,
    asset: { decimals: 0, identifier: name },
  }) as unknown as DealLot
const loaded = {
  deal: { kind: 'REPO', lots: [lot('P1', 600n), lot('P2', 300n)], events: [] },
  deliveries: [],
}
const draft: ReturnDraft = {
  quantities: {},
  interest: 'ON_PART',
  accounts: {},
  repurchaseDate: '2026-12-04',
  description: 'Return of One week',
}
const proposal = { moves: [], payment: null }

type Options = Partial<Parameters<typeof useReturnProposal>[2]>

function renderProposal(
  typed: Partial<ReturnDraft> = {},
  options: Options = {},
  prepare: (world: World) => void = () => undefined,
) {
  const world = createWorld()
  const { client, queries } = world
  queries.setQueryData(dealQuery(client, deliveryId).queryKey, loaded as never)
  const parameters = { deliveryId, repurchaseDate: '2026-12-04' }
  queries.setQueryData(returnQuery(client, parameters as never).queryKey, proposal as never)
  const quantities = { P1: 100n, P2: 300n }
  const part = { ...parameters, quantities, interest: 'ON_PART' }
  queries.setQueryData(returnQuery(client, part as never).queryKey, { ...proposal, isPart: true } as never)
  prepare(world)
  return renderViewerHook(
    () =>
      useReturnProposal(
        opening,
        { ...draft, ...typed },
        { isReturnable: true, isNamed: false, parts: undefined, ...options },
      ),
    world,
  )
}

it('has no proposal for what cannot be returned, and reads none', async () => {
  for (const [typed, options] of [
    [{}, { isReturnable: false }],
    [{ repurchaseDate: 'soon' }, {}],
    [{ quantities: { P1: '601' } }, {}],
  ] as const) {
    const { result, world } = renderProposal(typed, options)
    await settle(5)
    expect(result.current.proposal).toBeUndefined()
    expect(result.current.isLoading).toBe(false)
    expect(world.arrived).toEqual([])
  }
})

it('has what goes back of everything, under its own description', () => {
  const { result } = renderProposal()
  expect(result.current.proposal).toEqual(proposal)
  expect(result.current).toMatchObject({ isPart: false, quantityErrors: {}, refusal: undefined })
  expect(result.current.draft.description).toBe('Return of One week')
  expect(result.current.lots.map((one) => one.lot)).toEqual(['P1', 'P2'])
  expect(result.current.parameters).toMatchObject({ interest: undefined, repurchaseDate: '2026-12-04' })
})

it('is a part by its quantities, with its interest, and is called one unless the user has named it', () => {
  const part = renderProposal({ quantities: { P1: '100' } }).result.current
  expect(part.proposal).toMatchObject({ isPart: true })
  expect(part.parameters).toMatchObject({ quantities: { P1: 100n, P2: 300n }, interest: 'ON_PART' })
  expect(part.draft.description).toMatch(/part/i)
  const named = renderProposal({ quantities: { P1: '100' } }, { isNamed: true }).result.current
  expect(named.draft.description).toBe('Return of One week')
})

it('begins with the parts of an earlier proposal, and says where the form cannot show them', () => {
  const parts = { P1: 100n, P2: 300n } as Record<LotName, bigint>
  expect(renderProposal({}, { parts }).result.current.draft.quantities).toEqual({ P1: '100', P2: '300' })
  const typed = renderProposal({ quantities: { P1: '7' } }, { parts }).result.current
  expect(typed.draft.quantities).toEqual({ P1: '7', P2: '300' })
  const other = renderProposal({}, { parts: { P9: 1n } }).result.current
  expect(other.refusal).toBeDefined()
  expect(other.proposal).toBeUndefined()
})

it('has an empty date as none', () => {
  const { result } = renderProposal({ repurchaseDate: '' })
  expect(result.current.parameters.repurchaseDate).toBeUndefined()
})

it('says why nothing can be returned', async () => {
  const { result } = renderProposal({ repurchaseDate: '2026-12-07' })
  expect(result.current.isLoading).toBe(true)
  await vi.waitFor(() => expect(result.current.refusal).toBeDefined(), { timeout: 5_000 })
  expect(result.current.isAtQuantity).toBe(false)
})
