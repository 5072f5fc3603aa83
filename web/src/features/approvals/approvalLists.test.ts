import type { Address, Workflow, WorkflowState } from '@connex/protocol'
import { expect, it } from 'vitest'
import { waitsFor } from '../../shared/desk/workflows.ts'
import { listed, listNamed } from './approvalLists.ts'

const [own, colleague] = ['0x01', '0x02'] as [Address, Address]

const workflow = (state: WorkflowState, signers: Address[], more: Partial<Workflow> = {}) =>
  ({
    state,
    txHash: null,
    initiatorAddr: signers[0],
    confirmations: signers.map((userAddr) => ({ userAddr })),
    ...more,
  }) as Workflow

it('waits for a user who has not signed a colleague’s proposal, and for anyone who can publish a confirmed one', () => {
  expect(waitsFor(workflow('PENDING', [colleague]), own)).toBe(true)
  expect(waitsFor(workflow('PENDING', [colleague, own]), own)).toBe(false)
  expect(waitsFor(workflow('PENDING', [own]), own)).toBe(false)
  expect(waitsFor(workflow('CONFIRMED', [colleague, own]), own)).toBe(true)
})

it('waits for nobody once it is published or over', () => {
  expect(waitsFor(workflow('CONFIRMED', [colleague], { txHash: '0xff' as never }), own)).toBe(false)
  expect(waitsFor(workflow('PENDING', [colleague], { txHash: '0xff' as never }), own)).toBe(false)
  for (const state of ['EXECUTED', 'REJECTED', 'ABORTED'] as const)
    expect(waitsFor(workflow(state, [colleague]), own)).toBe(false)
})

it('lists each open proposal once: as waiting, or as proposed or signed by the user', () => {
  const theirs = workflow('PENDING', [colleague])
  const mine = workflow('PENDING', [own])
  const ready = workflow('CONFIRMED', [own, colleague])
  const signed = workflow('PENDING', [colleague, own])
  const all = [theirs, mine, ready, signed]
  expect(listed('waiting', all, own)).toEqual([theirs, ready])
  expect(listed('proposed', all, own)).toEqual([mine, signed])
  expect(listed('done', all, own)).toEqual(all)
})

const workflows = [own, colleague].map((author) =>
  workflow('PENDING', [author], { workflowId: author === own ? 'mine' : 'theirs' }),
)
const list = (openId: string | undefined, listName?: string) =>
  listNamed({ listName, openId }, workflows, own)

it('opens what waits for the user where the address names no list, none that there is, and no open proposal', () => {
  expect(list(undefined)).toBe('waiting')
  expect(list(undefined, 'all')).toBe('waiting')
  expect(list('ended')).toBe('waiting')
})

it('opens the list that has the proposal of a link, unless the address names another one', () => {
  expect(list('theirs')).toBe('waiting')
  expect(list('mine')).toBe('proposed')
  expect(list('mine', 'done')).toBe('done')
})
