import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createWorld, OWN_USER, pageOf, renderScreen } from '../../../test/screen.tsx'
import { workflowOf } from '../../../test/workflows.ts'
import { SessionContext, type CurrentSession } from '../../session/useSession.ts'
import ApprovalsCount from './ApprovalsCount.tsx'

it('shows nothing until it knows, and then how many proposals wait for the user’s own signature', async () => {
  const answer = Promise.withResolvers<unknown>()
  const world = createWorld({ workflows: () => answer.promise })
  const session = { client: world.client, me: { user: world.viewer.user } }
  await renderScreen(
    <SessionContext value={{ session } as unknown as CurrentSession}>
      <ApprovalsCount />
    </SessionContext>,
    world,
  )
  expect(screen.queryByRole('link')).toBeNull()
  const signed = { confirmations: [{ userAddr: OWN_USER, signature: null, at: 1_795_000_000 }] }
  await act(async () =>
    answer.resolve(
      pageOf([workflowOf('1'), workflowOf('2', signed), workflowOf('3', { state: 'CONFIRMED' })]),
    ),
  )
  expect((await screen.findByRole('link', { name: 'Approvals waiting for you: 2' })).textContent).toBe('2')
})
