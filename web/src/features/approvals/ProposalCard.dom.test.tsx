import type { Proposal } from '@connex/sdk'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createWorld, OWN_TENANT, OWN_USER, renderScreen } from '../../../test/screen.tsx'
import { createdTransfer, workflowOf } from '../../../test/workflows.ts'
import { ProposalCard } from './ProposalCard.tsx'

type Props = Parameters<typeof ProposalCard>[0]

const NAMES: Props['names'] = { own: OWN_TENANT, nameOf: () => 'Baltic', instrumentOf: () => undefined }

const proposalOf = (more: object = {}) =>
  ({
    workflow: workflowOf('1'),
    calls: [createdTransfer],
    doubts: [],
    isApprovable: true,
    ...more,
  }) as unknown as Proposal

const renderCard = async (more: Partial<Props> = {}, workflow = workflowOf('1')) =>
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
const entryOf = (proposal: Proposal | undefined, failure?: string, workflow = workflowOf('1')) => ({
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

it('says an act in its sentences, and names a function that it cannot explain', async () => {
  const act = { functionName: undefined, to: OWN_TENANT, selector: '0x12345678', name: 'suspendRegistry' }
  const sentences = ['You suspend the registry of DE000CNX0025.', 'The reason: “Corporate action”']
  const { unmount } = await renderCard({
    entry: entryOf(proposalOf({ calls: [{ ...act, sentences }] })),
  })
  expect(screen.getByText(sentences[0]!).tagName).toBe('STRONG')
  expect(screen.getByText(sentences[1]!).tagName).toBe('LI')
  unmount()
  await renderCard({ entry: entryOf(proposalOf({ calls: [{ ...act, sentences: [] }] })) })
  expect(text()).toContain('Function suspendRegistry (0x12345678)')
})

it('does not say that it was checked where it cannot be approved, or is over', async () => {
  const { unmount } = await renderCard({ entry: entryOf(proposalOf({ isApprovable: false })) })
  expect(screen.queryByText(CHECKED)).toBeNull()
  unmount()
  const ended = workflowOf('1', { state: 'REJECTED', rejectedBy: OWN_USER, rejectReason: 'Too late' })
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
    entry: entryOf(proposalOf({ doubts }), undefined, workflowOf('1', { state: 'EXECUTED', txHash: '0x1' })),
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
