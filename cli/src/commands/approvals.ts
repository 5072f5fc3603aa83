// Approvals: what colleagues propose, as this client reads it from the bytes that would be signed.
import { SORT_COLUMNS, RejectReason, WorkflowState } from '@connex/protocol'
import type { Workflow } from '@connex/protocol'
import {
  approveProposal,
  computeProposal,
  doubtText,
  findProposalChanges,
  findProposalTests,
  forbids,
  getWorkflow,
  listWorkflows,
  proposalChangeText,
  readProposal,
  rejectWorkflow,
  rejectWorkflowOnLedger,
} from '@connex/sdk'
import type { Proposal } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { choice, flag, list, required, text, value } from '../command/Option.ts'
import { listOptions, listQuery } from '../command/listOptions.ts'
import { connect, connectToSign } from '../connection/connect.ts'
import type { Session } from '../connection/connect.ts'
import { connectionOptions, signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { loadDirectory } from '../directory/directory.ts'
import { loadAssets, proposalLine, proposalSentences, userText } from '../directory/proposals.ts'
import type { ProposalNames } from '../directory/proposals.ts'
import { listing } from '../terminal/listing.ts'
import { fieldList } from '../terminal/table.ts'
import { timeText } from '../terminal/text.ts'

const proposalArgument = {
  proposal: required(
    value('ID', "the proposal's id, from connex approvals list", (typed) =>
      /^[\w:-]{1,100}$/.test(typed) ? { value: typed } : { expected: 'must be the id of a proposal' },
    ),
  ),
}

const signedText = ({ confirmations, signaturesRequired }: Workflow): string =>
  `${confirmations.length} of ${signaturesRequired}`

async function namesFor(
  session: Session,
  calls: Proposal['calls'],
  signal: AbortSignal,
): Promise<ProposalNames> {
  const [{ nameOf }, assetOf] = await Promise.all([
    loadDirectory(session, { signal }),
    loadAssets(session.client, calls, signal),
  ])
  return { nameOf, assetOf }
}

/** What would be signed, with the value tests of each substitution. */
async function sentencesOf(
  { client }: Session,
  { calls, workflow }: Proposal,
  names: ProposalNames,
  signal: AbortSignal,
): Promise<string[]> {
  const tests = isOpen(workflow) ? await findProposalTests(client, { calls }, { signal }) : []
  return proposalSentences(calls, tests, names)
}

const isOpen = ({ state }: Workflow): boolean => state === 'PENDING' || state === 'CONFIRMED'

/** What has changed since it was proposed, in sentences; nothing of what has ended. */
async function changesSince({ client }: Session, proposal: Proposal, signal: AbortSignal): Promise<string[]> {
  if (!isOpen(proposal.workflow)) return []
  return (await findProposalChanges(client, proposal, { signal })).map(
    (change) => `! ${proposalChangeText(change)}`,
  )
}

export const approvalsCommand = command({
  path: 'approvals list',
  summary: 'proposals that wait for a second signature, and whether they can be approved now',
  about:
    'This program computes each row from the bytes that would be signed, checks the private details and makes a dry run. ' +
    '--state shows proposals that have ended.',
  options: {
    state: list(choice(WorkflowState.options, 'only in this state; pending and confirmed by default')),
    ...listOptions(SORT_COLUMNS.workflows, {
      unfiltered: ['createdAt', 'updatedAt'],
    }),
    ...connectionOptions,
  },
  examples: ['approvals list', 'approvals list --state executed,rejected,aborted --csv'],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const { client } = session
    const state = options.state.length === 0 ? (['PENDING', 'CONFIRMED'] as const) : options.state
    const found = await listWorkflows(client, { ...listQuery(options), state: [...state] }, { signal })
    const proposals = await Promise.all(found.items.map((one) => computeProposal(client, one, { signal })))
    const names = await namesFor(
      session,
      proposals.flatMap(({ calls }) => calls),
      signal,
    )
    const items = proposals.map(({ workflow, calls, doubts, isApprovable }) => ({
      ...workflow,
      what: proposalLine(calls, names),
      isApprovable,
      doubts: doubts.map((doubt) => ({ ...doubt, text: doubtText(doubt) })),
    }))
    return { ...found, items, page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Id', of: ({ workflowId }) => workflowId },
        { title: 'State', of: ({ state }) => state },
        { title: 'Signed', of: signedText },
        { title: 'What', of: ({ what }) => what },
        { title: 'Until', of: ({ batch }) => timeText(batch.deadline) },
        {
          title: 'Doubts',
          of: ({ doubts }) => doubts.map(({ code }) => code).join(', ') || 'none',
          whole: ({ doubts }) => doubts.map((doubt) => doubt.text).join(' '),
        },
      ],
      'Nothing is waiting for approval.',
    ),
})

export const showApprovalCommand = command({
  path: 'approvals show',
  summary: 'one proposal: everything that an approval would sign, and any objection to it',
  positionals: proposalArgument,
  options: connectionOptions,
  examples: ['approvals show 17'],
  async run(context) {
    const { positionals, signal } = context
    const session = await connect(context)
    const proposal = await readProposal(session.client, positionals.proposal, { signal })
    const names = await namesFor(session, proposal.calls, signal)
    const { workflow, doubts, isApprovable } = proposal
    const sentences = await sentencesOf(session, proposal, names, signal)
    const changes = await changesSince(session, proposal, signal)
    return { ...workflow, sentences, isApprovable, doubts: doubts.map(doubtText), changes }
  },
  show: (found) =>
    [
      fieldList([
        ['Proposal', found.workflowId],
        ['State', found.state],
        ['Proposed by', `${userText(found, found.initiatorAddr)} at ${timeText(found.createdAt)}`],
        ['Signed', signedText(found)],
        ...found.confirmations.map(
          ({ userAddr, at }) => ['', `${userText(found, userAddr)} at ${timeText(at)}`] as const,
        ),
        ['Until', timeText(found.batch.deadline)],
        ...(found.rejectedBy === null ? [] : [['Rejected by', userText(found, found.rejectedBy)] as const]),
        ...(found.rejectReason === null ? [] : [['Reason', found.rejectReason] as const]),
      ]),
      found.sentences.join('\n'),
      found.doubts.join('\n'),
      found.changes.join('\n'),
      found.isApprovable ? `Next: connex approvals approve ${found.workflowId}` : '',
    ]
      .filter(Boolean)
      .join('\n\n'),
})

export const approveCommand = command({
  path: 'approvals approve',
  summary: 'approve a proposal; the last approval that is needed publishes it',
  about: 'Signs only what is shown. If anything has changed since, nothing is signed.',
  positionals: proposalArgument,
  options: signingOptions,
  examples: ['approvals approve 17', 'approvals approve 17 --dry-run'],
  async run(context) {
    const { positionals, signal } = context
    const session = await connectToSign(context)
    const { client } = session
    const workflowId = positionals.proposal
    const reviewed = await readProposal(client, workflowId, { signal })
    const names = await namesFor(session, reviewed.calls, signal)
    const summary = [
      ...(await sentencesOf(session, reviewed, names, signal)),
      ...reviewed.doubts.filter((doubt) => !forbids(doubt)).map(doubtText),
      ...(await changesSince(session, reviewed, signal)),
      `So far, it is signed by ${signedText(reviewed.workflow)}.`,
    ]
    return sign(context, summary, (how) => approveProposal(client, { workflowId, reviewed }, how))
  },
  show: (answer) =>
    showSigned(answer, ({ workflow, sent }) =>
      sent === undefined
        ? `Approved, signed by ${signedText(workflow)}. Another colleague has to approve it.`
        : `Approved and published, in block ${sent.block}.`,
    ),
})

export const rejectCommand = command({
  path: 'approvals reject',
  summary: 'end a proposal without executing it',
  about:
    'Your server will no longer publish it. For a proposal that already has all its signatures, --on-ledger also uses up its ' +
    'nonce, so that nobody else can publish it either.',
  positionals: proposalArgument,
  options: {
    reason: text('TEXT', 'the reason, for the users of your tenant', { of: RejectReason }),
    onLedger: flag('make it final on the ledger as well'),
    ...signingOptions,
  },
  examples: ["approvals reject 17 --reason 'Wrong counterparty'", 'approvals reject 17 --on-ledger'],
  async run(context) {
    const { positionals, options, signal, terminal } = context
    const session = await connectToSign(context)
    const { client } = session
    const workflowId = positionals.proposal
    const { reason } = options
    if (!options.yes && !options.dryRun && !terminal.canAsk) throw CliError.of('answerMissing')
    const proposal = await readProposal(client, workflowId, { signal })
    const names = await namesFor(session, proposal.calls, signal)
    const summary = [...proposalSentences(proposal.calls, [], names), 'You reject it: none of this happens.']
    if (options.onLedger) {
      if (reason !== undefined)
        throw CliError.of('usage', 'Pass --reason or --on-ledger, not both: reject it with the reason first.')
      const answer = await sign(context, summary, (how) =>
        rejectWorkflowOnLedger(client, { workflowId }, how),
      )
      return answer.isDryRun
        ? answer
        : { ...answer, workflow: await getWorkflow(client, workflowId, { signal }) }
    }
    for (const sentence of summary) terminal.note(sentence)
    if (options.dryRun)
      return {
        isDryRun: true as const,
        summary,
        gas: undefined,
        isChecked: true,
        checked: 'NOTHING' as const,
      }
    if (!options.yes && !(await terminal.confirm('Reject it?', signal))) throw CliError.of('declined')
    return {
      isDryRun: false as const,
      workflow: await rejectWorkflow(client, { workflowId, reason }, { signal }),
    }
  },
  show: (answer) =>
    showSigned(answer, ({ workflow }) => `Proposal ${workflow.workflowId}: ${workflow.state}.`),
})
