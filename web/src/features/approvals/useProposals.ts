import type { RegistryId, Workflow } from '@connex/protocol'
import type { Client, Proposal, ProposalTest } from '@connex/sdk'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { createLimiter } from '../../lib/concurrency.ts'
import { causeOf } from '../../lib/errorText.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { useRegistryNames, type SignedNames } from '../../shared/ledger/signedText.ts'
import { isOpen, knownCalls } from './approvalText.ts'

const AT_ONCE = 4

/** What a workflow does, computed here; read again with whatever makes its list stale. The ledger's code comes with the first. */
const proposalQuery = (client: Client, workflow: Workflow, limited: ReturnType<typeof createLimiter>) =>
  queryOptions({
    queryKey: ['details', 'proposal', workflow.workflowId, workflow.updatedAt, workflow.state],
    queryFn: ({ signal }) =>
      limited(async () => {
        const { computeProposal } = await importWithRetry(() => import('./compute.ts'))
        return computeProposal(client, workflow, { signal })
      }),
  })

const changesQuery = (client: Client, proposal: Proposal, limited: ReturnType<typeof createLimiter>) => {
  const { workflowId, updatedAt, state } = proposal.workflow
  return queryOptions({
    queryKey: ['details', 'proposal-changes', workflowId, updatedAt, state],
    queryFn: ({ signal }) =>
      limited(async () => {
        const { findProposalChanges, findProposalTests, proposalChangeText } = await importWithRetry(
          () => import('./compute.ts'),
        )
        const changes = await findProposalChanges(client, proposal, { signal })
        const tests = await findProposalTests(client, proposal, { signal })
        return { texts: changes.map(proposalChangeText), tests }
      }),
  })
}

/** A workflow with what this client computes of it: undefined while it does. */
export type Entry = { workflow: Workflow; proposal: Proposal | undefined; failure: string | undefined }

/** Its bytes have been read, or cannot be. */
export const isRead = ({ proposal, failure }: Entry): boolean =>
  proposal !== undefined || failure !== undefined

/**
 * What these workflows do, computed a few at a time; as it was last computed while `isPaused`, so that fifty approvals do not each compute
 * fifty proposals.
 */
export function useProposals(
  workflows: readonly Workflow[],
  isPaused: boolean,
): {
  entries: Entry[]
  refetch: () => void
} {
  const { client } = useViewer()
  const [limited] = useState(() => createLimiter(AT_ONCE))
  const enabled = !isPaused
  const found = useQueries({
    queries: workflows.map((one) => ({ ...proposalQuery(client, one, limited), enabled })),
  })
  const entries = workflows.map((workflow, index) => ({
    workflow,
    proposal: found[index]?.data,
    failure: found[index]?.error == null ? undefined : causeOf(found[index].error),
  }))
  const refetch = () => {
    for (const one of found) void one.refetch()
  }
  return { entries, refetch }
}

/**
 * What has changed since a proposal was made, in sentences, and the value tests of its substitutions; undefined while they are computed.
 */
export type Changes = {
  texts: readonly string[] | undefined
  tests: readonly ProposalTest[] | undefined
  failure: string | undefined
}

/** The changes of open proposals by workflow, compared a few at a time; as they were last compared while `isPaused`. */
export function useChanges(all: readonly Proposal[], isPaused: boolean): ReadonlyMap<string, Changes> {
  const { client } = useViewer()
  const [limited] = useState(() => createLimiter(AT_ONCE))
  const enabled = !isPaused
  const proposals = all.filter(({ workflow }) => isOpen(workflow))
  const found = useQueries({
    queries: proposals.map((one) => ({ ...changesQuery(client, one, limited), enabled })),
  })
  return new Map(
    proposals.map(({ workflow }, index) => {
      const { data, error } = found[index] ?? {}
      const failure = error == null ? undefined : causeOf(error)
      return [workflow.workflowId, { texts: data?.texts, tests: data?.tests, failure }]
    }),
  )
}

/** The names for what these do. */
export function useNames(entries: readonly Entry[]): SignedNames {
  const { tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const registryIds = entries.flatMap(({ proposal }) =>
    proposal === undefined ? [] : registriesOf(proposal),
  )
  const instrumentOf = useRegistryNames([...new Set(registryIds)].toSorted())
  return { own: tenantAddr, nameOf, instrumentOf }
}

const registriesOf = (proposal: Proposal): RegistryId[] =>
  knownCalls(proposal).flatMap(({ legs }) => legs.flatMap(({ registryId }) => registryId ?? []))
