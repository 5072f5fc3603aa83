import type { Workflow } from '@connex/protocol'
import type { Proposal } from '@connex/sdk'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OTHER } from '../../../test/transfers.ts'
import { addressOf, createWorld, OWN_TENANT, OWN_USER, renderScreen } from '../../../test/screen.tsx'
import { ProposalCard } from './ProposalCard.tsx'

type Props = Parameters<typeof ProposalCard>[0]

const colleague = addressOf('7')
const NAMES: Props['names'] = { own: OWN_TENANT, nameOf: () => 'Baltic', instrumentOf: () => undefined }

const workflowOf = (more: object = {}) =>
  ({
    workflowId: '1',
    state: 'PENDING',
    txHash: null,
    initiatorAddr: colleague,
    users: [{ address: colleague, name: 'b.moser' }],
    confirmations: [{ userAddr: colleague }],
    signaturesRequired: 2,
    batch: { deadline: 4e9 },
    createdAt: 1_795_000_000,
    updatedAt: 1_795_000_100,
    rejectedBy: null,
    rejectReason: null,
    ...more,
  }) as unknown as Workflow

const call = {
  functionName: 'createDelivery',
  deliveryId: '0x01',
  legIdx: undefined,
  legs: [{ sender: OWN_TENANT, receiver: OTHER, registryId: `0x${'c'.repeat(64)}`, quantity: 5n }],
  accounts: [],
  details: { description: 'One week' },
  reason: null,
  valueDate: undefined,
}

const proposalOf = (more: object = {}) =>
  ({ workflow: workflowOf(), calls: [call], doubts: [], isApprovable: true, ...more }) as unknown as Proposal

const renderCard = async (more: Partial<Props> = {}, workflow = workflowOf()) =>
  renderScreen(
    <ProposalCard
      entry={{ workflow, proposal: proposalOf(), failure: undefined }}
      names={NAMES}
      changes={undefined}
      outcome={undefined}
      {...more}
    />,
    createWorld(),
  )

const CHECKED = /^The ledger would accept these calls now\./
const alerts = () =>
  [...document.querySelectorAll<HTMLElement>('[data-tone]')].map((alert) => alert.dataset['tone'])
const text = () => document.body.textContent
const entryOf = (proposal: Proposal | undefined, failure?: string, workflow = workflowOf()) => ({
  workflow,
  proposal,
  failure,
})

it('says why a proposal cannot be read', async () => {
  await renderCard({ entry: entryOf(undefined, 'The server is away.') })
  expect(alerts()).toEqual(['danger'])
  expect(text()).toContain('The server is away.')
  expect(screen.queryByText(CHECKED)).toBeNull()
})

it('says what it signs, who proposed it, how many have signed, and that this client has checked it', async () => {
  await renderCard()
  expect(text()).toContain('You create a transfer.')
  expect(text()).toContain('One week')
  expect(text()).toMatch(/Proposed by b\.moser/)
  expect(text()).toMatch(/1 of 2/)
  expect(screen.getByText(CHECKED)).toBeTruthy()
})

it('does not say that it was checked where it cannot be approved, or is over', async () => {
  const { unmount } = await renderCard({ entry: entryOf(proposalOf({ isApprovable: false })) })
  expect(screen.queryByText(CHECKED)).toBeNull()
  unmount()
  const ended = workflowOf({ state: 'REJECTED', rejectedBy: OWN_USER, rejectReason: 'Too late' })
  await renderCard({ entry: entryOf(proposalOf(), undefined, ended) })
  expect(screen.queryByText(CHECKED)).toBeNull()
  expect(text()).toMatch(/Rejected by you, .*: Too late/)
  expect(text()).not.toContain('Proposed by')
})

it('warns of what speaks against it, but not of an end that is known', async () => {
  const doubts = [{ code: 'workflowEnded' }]
  const { unmount } = await renderCard({ entry: entryOf(proposalOf({ doubts })) })
  expect(alerts()).toHaveLength(1)
  unmount()
  await renderCard({
    entry: entryOf(proposalOf({ doubts }), undefined, workflowOf({ state: 'EXECUTED', txHash: '0x1' })),
  })
  expect(alerts()).toEqual([])
})

it('compares it with the present: in progress, failed, unchanged or changed', async () => {
  const changes = { texts: undefined, tests: undefined, failure: undefined }
  const one = await renderCard({ changes })
  expect(screen.getByText('Comparing with when it was proposed…')).toBeTruthy()
  one.unmount()
  const two = await renderCard({ changes: { ...changes, failure: 'No answer.' } })
  expect(text()).toContain('No answer.')
  two.unmount()
  const three = await renderCard({ changes: { ...changes, texts: [] } })
  expect(screen.queryByText(/Comparing/)).toBeNull()
  three.unmount()
  await renderCard({ changes: { ...changes, texts: ['The price was 98, and is 97.'] } })
  expect(screen.getByText('The price was 98, and is 97.')).toBeTruthy()
})

it('shows nothing of an approval before it begins, then how far it has come', async () => {
  const none = await renderCard()
  expect(screen.queryByRole('status')).toBeNull()
  none.unmount()
  for (const [outcome, expected] of [
    [{ state: 'running' }, 'Approving…'],
    [{ state: 'done', isPublished: true }, 'Approved and published'],
    [{ state: 'done', isPublished: false }, 'Approved; another colleague must sign'],
    [{ state: 'failed', cause: 'The wallet is locked.' }, 'The wallet is locked.'],
  ] as const) {
    const { unmount } = await renderCard({ outcome })
    expect(screen.getByRole('status').textContent).toBe(expected)
    expect(document.querySelector('section')?.dataset['failed']).toBe(
      outcome.state === 'failed' ? 'true' : undefined,
    )
    unmount()
  }
})
