import { approveProposal, type Proposal } from '@connex/sdk'
import { useState } from 'react'
import { causeOf } from '../../lib/errorText.ts'
import { useViewer } from '../../lib/Viewer.ts'

/** How far the approval of one proposal has come; `isPublished`: nobody else has to sign. */
export type Outcome =
  { state: 'running' } | { state: 'done'; isPublished: boolean } | { state: 'failed'; cause: string }

/** Approves proposals one after the other; the next begins once the transaction before it is published. */
export function useApproval() {
  const { client } = useViewer()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isRunning, setIsRunning] = useState(false)
  const set = (workflowId: string, outcome: Outcome) =>
    setOutcomes((before) => new Map(before).set(workflowId, outcome))

  const approveOne = async (reviewed: Proposal, onPublished: () => void) => {
    const { workflowId } = reviewed.workflow
    set(workflowId, { state: 'running' })
    try {
      const { sent } = await approveProposal(
        client,
        { workflowId, reviewed },
        { onProgress: ({ step }) => step === 'published' && onPublished() },
      )
      set(workflowId, { state: 'done', isPublished: sent !== undefined })
    } catch (error) {
      set(workflowId, { state: 'failed', cause: causeOf(error) })
    }
  }

  /** Resolves once all have ended, with how many were not approved. */
  const approve = async (proposals: readonly Proposal[]): Promise<void> => {
    setIsRunning(true)
    const ends: Promise<void>[] = []
    for (const proposal of proposals) {
      const { promise: published, resolve } = Promise.withResolvers<void>()
      const end = approveOne(proposal, resolve)
      ends.push(end)
      await Promise.race([published, end])
    }
    await Promise.all(ends)
    setIsRunning(false)
  }
  return { outcomes, isRunning, approve }
}
