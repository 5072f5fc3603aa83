import type { Workflow } from '@connex/protocol'
import type { Proposal } from '@connex/sdk'
import { expect, it } from 'vitest'
import { createWorld, renderViewerHook } from '../../../test/screen.tsx'
import { isRead, useChanges, useProposals } from './useProposals.ts'

const workflowOf = (workflowId: string, state: string) =>
  ({ workflowId, state, updatedAt: 1 }) as unknown as Workflow
const proposalOf = (workflowId: string, state: string) =>
  ({ workflow: workflowOf(workflowId, state) }) as Proposal

it('has of each workflow what was last computed, in their order, and computes nothing while paused', () => {
  const world = createWorld()
  const [one, two] = [workflowOf('1', 'PENDING'), workflowOf('2', 'EXECUTED')]
  const computed = proposalOf('2', 'EXECUTED')
  world.queries.setQueryData(['details', 'proposal', '2', 1, 'EXECUTED'], computed)
  const { result } = renderViewerHook(() => useProposals([one, two], true), world)
  expect(result.current.entries).toEqual([
    { workflow: one, proposal: undefined, failure: undefined },
    { workflow: two, proposal: computed, failure: undefined },
  ])
  expect(result.current.entries.map(isRead)).toEqual([false, true])
  expect(world.arrived).toEqual([])
})

it('has the changes of open proposals alone, by workflow', () => {
  const world = createWorld()
  const test = { deliveryId: '0x01' }
  world.queries.setQueryData(['details', 'proposal-changes', '3', 1, 'CONFIRMED'], {
    texts: ['The price was 98, and is 97.'],
    tests: [test],
  })
  const proposals = [proposalOf('1', 'REJECTED'), proposalOf('2', 'PENDING'), proposalOf('3', 'CONFIRMED')]
  const { result } = renderViewerHook(() => useChanges(proposals, true), world)
  expect([...result.current]).toEqual([
    ['2', { texts: undefined, tests: undefined, failure: undefined }],
    ['3', { texts: ['The price was 98, and is 97.'], tests: [test], failure: undefined }],
  ])
})

it('counts a workflow as read once its bytes are known, or cannot be', () => {
  const entry = { workflow: workflowOf('1', 'PENDING'), proposal: undefined, failure: undefined }
  expect(isRead(entry)).toBe(false)
  expect(isRead({ ...entry, failure: 'No answer.' })).toBe(true)
})
