// Who made a proposal, and until when a colleague can sign it.
import type { Address, DueEvent, Workflow } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatIsoDay, isoDayOf } from '../../lib/format.ts'
import { shorten } from '../../lib/identifiers.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { due } from '../../messages/en/desk/due.ts'
import { addMessages, t } from '../../messages/t.ts'
import { workflowsQuery } from './workflows.ts'

addMessages(due)

/** A user of the workflow's tenant: 'you', the name, or the address of one whom the server does not know any more. */
export function userText({ users }: Pick<Workflow, 'users'>, user: Address, viewer: Address): string {
  if (user === viewer) return t('Due.you')
  return users.find(({ address }) => address === user)?.name ?? shorten(user)
}

/** 'Proposed by a.keller, 24 Nov 2026' */
export const proposerText = (
  workflow: Pick<Workflow, 'users' | 'initiatorAddr' | 'createdAt'>,
  viewer: Address,
): string =>
  t('Due.proposed_by', {
    who: userText(workflow, workflow.initiatorAddr, viewer),
    when: formatIsoDay(isoDayOf(workflow.createdAt)),
  })

/** Which proposal an event means, once the open ones are loaded; undefined for any other event. */
export function useProposalTexts(events: readonly DueEvent[]): (event: DueEvent) => string | undefined {
  const { client, user } = useViewer()
  const enabled = events.some(({ workflowId }) => workflowId !== null)
  const { data } = useQuery({ ...workflowsQuery(client, true), enabled })
  const byId = new Map(data?.items.map((workflow) => [workflow.workflowId, workflow]))
  return ({ workflowId }) => {
    const workflow = workflowId === null ? undefined : byId.get(workflowId)
    if (workflow === undefined) return undefined
    const until = t('Due.signed_until', { when: formatDateTime(workflow.batch.deadline) })
    return `${proposerText(workflow, user.userAddr)} · ${until}`
  }
}
