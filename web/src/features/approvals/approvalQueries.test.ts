import type { Address, Workflow } from '@connex/protocol'
import { expect, it } from 'vitest'
import { listNamed } from './approvalQueries.ts'

const [own, colleague] = ['0x01', '0x02'] as Address[] as [Address, Address]
const proposal = (workflowId: string, initiatorAddr: Address) =>
  ({
    workflowId,
    initiatorAddr,
    state: 'PENDING',
    txHash: null,
    confirmations: [{ userAddr: initiatorAddr }],
  }) as Workflow
const workflows = [proposal('mine', own), proposal('theirs', colleague)]
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
