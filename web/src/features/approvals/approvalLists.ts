// Which list a proposal is in.
import type { Address, Workflow } from '@connex/protocol'
import { isSignedBy, waitsFor } from '../../shared/desk/workflows.ts'

/** Waiting for the viewer's signature, open with the viewer's own, or over. */
export const LISTS = ['waiting', 'proposed', 'done'] as const
export type ListName = (typeof LISTS)[number]

/** The workflows of a list. */
export const listed = (list: ListName, workflows: readonly Workflow[], user: Address): Workflow[] =>
  workflows.filter((one) => {
    if (list === 'waiting') return waitsFor(one, user)
    const isOwn = one.initiatorAddr === user || isSignedBy(one, user)
    return list === 'done' || (isOwn && !waitsFor(one, user))
  })

/**
 * The list that the address names; a link to a proposal names none, and opens the list that has it.
 *
 * @example
 * listNamed({ listName: undefined, openId: ownProposal.workflowId }, workflows, user) // 'proposed'
 */
export function listNamed(
  { listName, openId }: { listName: string | undefined; openId: string | undefined },
  workflows: readonly Workflow[],
  user: Address,
): ListName {
  const named = LISTS.find((one) => one === listName)
  const has = (list: ListName) =>
    listed(list, workflows, user).some(({ workflowId }) => workflowId === openId)
  return named ?? (['waiting', 'proposed'] as const).find(has) ?? 'waiting'
}
