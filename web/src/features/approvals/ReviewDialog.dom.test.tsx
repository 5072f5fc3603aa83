import type { Proposal } from '@connex/sdk'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, settle, type } from '../../../test/press.ts'
import { createWorld, renderScreen, type Answers, type Arrived } from '../../../test/screen.tsx'
import { OTHER } from '../../../test/transfers.ts'
import { COLLEAGUE, createdTransfer, workflowOf } from '../../../test/workflows.ts'
import { tenantsQuery } from '../../lib/tenants.ts'
import ReviewDialog from './ReviewDialog.tsx'
import type { Entry } from './useProposals.ts'

const entryOf = (workflowId: string, more: object = {}, workflow = workflowOf(workflowId)): Entry => ({
  workflow,
  proposal: {
    workflow,
    calls: [createdTransfer],
    doubts: [],
    isApprovable: true,
    ...more,
  } as unknown as Proposal,
  failure: undefined,
})

async function renderReview(entries: readonly Entry[], answers: Answers = {}, isCompared = true) {
  const log: string[] = []
  const world = createWorld(answers)
  world.queries.setQueryData(tenantsQuery(world.client).queryKey, [
    { name: 'Baltic', address: OTHER },
  ] as never)
  for (const { workflow } of entries)
    void world.queries.query({
      queryKey: ['details', 'proposal-changes', workflow.workflowId, workflow.updatedAt, workflow.state],
      queryFn: () => (isCompared ? { texts: [], tests: [] } : new Promise<never>(() => undefined)),
    })
  const { unmount } = await renderScreen(
    <ReviewDialog
      entries={entries}
      onChanged={() => log.push('changed')}
      onAgain={async () => {
        log.push('again')
        return true
      }}
      onClose={() => log.push('close')}
    />,
    world,
  )
  await settle()
  return { log, world, unmount }
}

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const REFUSED = { code: 'workflowEnded', title: 'This proposal has ended.', status: 409 }

describe('the review of a proposal', () => {
  it('offers no approval of what cannot be approved', async () => {
    const { log } = await renderReview([entryOf('1', { isApprovable: false })])
    expect(screen.getByText('Nothing here can be approved now.')).toBeTruthy()
    expect(buttons()).not.toContain('Approve and publish')
    expect(buttons()).toContain('Reject…')
    expect(log).toEqual([])
  })

  it('offers neither approval nor rejection of what has ended, but to propose it again', async () => {
    const ended = workflowOf('1', { state: 'REJECTED', rejectedBy: COLLEAGUE })
    const { log } = await renderReview([entryOf('1', { isApprovable: false }, ended)])
    expect(buttons()).toEqual(expect.arrayContaining(['Propose again', 'Close']))
    expect(buttons()).not.toContain('Reject…')
    await press('Propose again')
    expect(log).toEqual(['again', 'close'])
  })

  it('offers nothing again of what was executed', async () => {
    const executed = workflowOf('1', { state: 'EXECUTED', txHash: '0x1' })
    await renderReview([entryOf('1', { isApprovable: false }, executed)])
    expect(buttons()).not.toContain('Propose again')
  })

  it('says that approving publishes, or that another colleague must sign after it', async () => {
    const { unmount } = await renderReview([entryOf('1')])
    expect(screen.getByText('Review a proposal')).toBeTruthy()
    expect(buttons()).toContain('Approve and publish')
    unmount()
    await renderReview([entryOf('2', {}, workflowOf('2', { signaturesRequired: 3 }))])
    expect(buttons()).toContain('Approve')
    expect(buttons()).not.toContain('Approve and publish')
  })

  it('waits with an approval until it is compared with when it was proposed', async () => {
    const { log, world } = await renderReview([entryOf('1')], {}, false)
    await press('Approve and publish')
    expect(log).toEqual([])
    expect(world.arrived.map(({ name }) => name)).not.toContain('confirmWorkflow')
  })

  it('says why an approval failed, and closes only then', async () => {
    const { log } = await renderReview([entryOf('1')])
    await press('Approve and publish')
    expect(await screen.findByText('1 could not be approved. The reason is below.')).toBeTruthy()
    expect(log).toEqual(['changed'])
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    expect(log).toEqual(['changed', 'close'])
  })
})

describe('the review of several', () => {
  it('counts what it approves, what it leaves out, and adds up what moves', async () => {
    await renderReview([entryOf('1'), entryOf('2'), entryOf('3', { isApprovable: false })])
    expect(screen.getByText('Review 3 proposals')).toBeTruthy()
    expect(screen.getByText('1 cannot be approved now')).toBeTruthy()
    expect(screen.getByText('Total')).toBeTruthy()
    expect(buttons()).toContain('Approve and publish 2')
  })
})

describe('a rejection', () => {
  it('takes a reason, and tells what the server answers where it fails', async () => {
    const { log, world } = await renderReview([entryOf('1')], {
      rejectWorkflow: () => Response.json(REFUSED, { status: 409 }),
    })
    await press('Reject…')
    expect(buttons()).not.toContain('Approve and publish')
    await type(/^Reason/, '  Wrong account ')
    await press('Reject')
    expect(await screen.findByText('The proposal could not be rejected')).toBeTruthy()
    expect(log).toEqual([])
    expect(world.arrived.find(({ name }) => name === 'rejectWorkflow')?.body).toMatchObject({
      reason: 'Wrong account',
    })
  })

  it('rejects each of several, and after a failure only those that are left', async () => {
    const refused = ['2']
    const { log, world } = await renderReview([entryOf('1'), entryOf('2')], {
      rejectWorkflow: ({ body }: Arrived) => {
        const { workflowId } = body as { workflowId: string }
        return workflowId === refused[0] && refused.shift() !== undefined
          ? Response.json(REFUSED, { status: 409 })
          : workflowOf(workflowId, { state: 'REJECTED' })
      },
    })
    const rejected = () =>
      world.arrived.flatMap(({ name, body }) =>
        name === 'rejectWorkflow' ? [(body as { workflowId: string }).workflowId] : [],
      )
    await press('Reject…')
    await press('Back')
    expect(buttons()).toContain('Approve and publish 2')
    await press('Reject…')
    await press('Reject')
    expect(await screen.findByText('The proposal could not be rejected')).toBeTruthy()
    expect(rejected()).toEqual(['1', '2'])
    await press('Reject')
    await waitFor(() => expect(log).toEqual(['changed', 'close']))
    expect(rejected()).toEqual(['1', '2', '2'])
  })
})
