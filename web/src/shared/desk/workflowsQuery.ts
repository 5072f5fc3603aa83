import type { WorkflowState } from '@connex/protocol'
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
