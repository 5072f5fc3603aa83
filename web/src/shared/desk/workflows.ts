// Proposals that wait for signatures.
import type { Address, Workflow, WorkflowState } from '@connex/protocol'
import { listWorkflows, type Client } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'

const OPEN: WorkflowState[] = ['PENDING', 'CONFIRMED']
const ENDED: WorkflowState[] = ['EXECUTED', 'REJECTED', 'ABORTED']

/** As many as a page of the server has. */
const MOST = 200

/** Open workflows, or those that have ended; the stream's details make them stale. */
export const workflowsQuery = (client: Client, isOpen: boolean) =>
  queryOptions({
    queryKey: ['details', 'workflows', isOpen],
    queryFn: ({ signal }) =>
      listWorkflows(
        client,
        isOpen
          ? { state: OPEN, itemsPerPage: MOST }
          : { state: ENDED, itemsPerPage: 50, sortBy: 'updatedAt', sortOrder: 'desc' },
        { signal },
      ),
  })

/** Whether the user's signature is wanted: a colleague's proposal, or a confirmed one that nobody has published. */
export const waitsFor = (workflow: Workflow, user: Address): boolean =>
  workflow.txHash === null &&
  (workflow.state === 'CONFIRMED' || (workflow.state === 'PENDING' && !isSignedBy(workflow, user)))

export const isSignedBy = ({ confirmations }: Workflow, user: Address): boolean =>
  confirmations.some(({ userAddr }) => userAddr === user)
