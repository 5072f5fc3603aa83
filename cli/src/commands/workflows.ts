// Transactions that need several signatures: who has confirmed, and the next step.
import { SORT_COLUMNS, WorkflowState } from '@connex/protocol'
import type { Workflow } from '@connex/protocol'
import {
  confirmWorkflow,
  executeWorkflow,
  getWorkflow,
  listWorkflows,
  rejectWorkflow,
  revokeWorkflow,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import type { Context } from '../command/Command.ts'
import { choice, flag, list, required, value } from '../command/Option.ts'
import { listOptions, listQuery } from '../command/listOptions.ts'
import { connect, connectToSign } from '../connection/connect.ts'
import { connectionOptions, signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { functionNameOf } from '../directory/ledgerFunctions.ts'
import { userText } from '../directory/proposals.ts'
import { listing } from '../terminal/listing.ts'
import { fieldList } from '../terminal/table.ts'
import { timeText } from '../terminal/text.ts'

const workflowArgument = {
  workflow: required(
    value('ID', "the workflow's id, from connex workflows", (typed) =>
      /^[\w:-]{1,100}$/.test(typed) ? { value: typed } : { expected: 'must be the id of a workflow' },
    ),
  ),
}

/** What is signed, read from its bytes: the names of the ledger functions that it calls. */
const callsOf = ({ batch }: Workflow): string =>
  batch.calls.map(({ data }) => functionNameOf(data.slice(0, 10)) ?? data.slice(0, 10)).join(', ')

const signaturesOf = ({ confirmations, signaturesRequired }: Workflow): string =>
  `${confirmations.length} of ${signaturesRequired}`

export const workflowsCommand = command({
  path: 'workflows',
  summary: 'ledger transactions that need several signatures, the newest first',
  options: {
    state: list(choice(WorkflowState.options, 'only in this state')),
    ...listOptions(SORT_COLUMNS.workflows, {
      unfiltered: ['createdAt', 'updatedAt'],
    }),
    ...connectionOptions,
  },
  examples: ['workflows --state pending,confirmed'],
  async run(context) {
    const { options, signal } = context
    const { client } = await connect(context)
    const state = options.state.length === 0 ? undefined : [...options.state]
    const found = await listWorkflows(client, { ...listQuery(options), state }, { signal })
    return { ...found, page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Id', of: ({ workflowId }) => workflowId },
        { title: 'State', of: ({ state }) => state },
        { title: 'Signed', of: signaturesOf },
        { title: 'Action', of: ({ action }) => action },
        { title: 'About', of: ({ entity, entityId }) => `${entity} ${entityId}` },
        { title: 'Until', of: ({ batch }) => timeText(batch.deadline) },
      ],
      'No workflows found.',
    ),
})

export const showWorkflowCommand = command({
  path: 'workflow show',
  summary: 'one workflow: what it signs, who has confirmed, until when',
  positionals: workflowArgument,
  options: connectionOptions,
  examples: ['workflow show 17'],
  async run(context) {
    const { client } = await connect(context)
    return getWorkflow(client, context.positionals.workflow, { signal: context.signal })
  },
  show: (workflow) =>
    fieldList([
      ['Workflow', workflow.workflowId],
      ['State', workflow.state],
      ['Action', workflow.action],
      ['About', `${workflow.entity} ${workflow.entityId}`],
      ['Calls', callsOf(workflow)],
      ['Initiator', userText(workflow, workflow.initiatorAddr)],
      ['Signed', signaturesOf(workflow)],
      ...workflow.confirmations.map(
        ({ userAddr, at }) => ['', `${userText(workflow, userAddr)} at ${timeText(at)}`] as const,
      ),
      ['Until', timeText(workflow.batch.deadline)],
      ['Transaction', workflow.txHash ?? 'none'],
    ]),
})

type Answer = {
  readonly path: string
  readonly summary: string
  readonly sentence: (workflow: Workflow) => string
  readonly verb: (
    client: Client,
    body: { workflowId: string },
    control: { signal: AbortSignal },
  ) => Promise<Workflow>
}

/** An answer to a workflow on the tenant's own server; the ledger sees none of it. */
const answerCommand = ({ path, summary, sentence, verb }: Answer) =>
  command({
    path,
    summary,
    positionals: workflowArgument,
    options: { yes: flag('do not ask'), ...connectionOptions },
    examples: [`${path} 17`, `${path} 17 --yes --json`],
    async run(context) {
      const { positionals, signal } = context
      const { client } = await connect(context)
      const workflow = await getWorkflow(client, positionals.workflow, { signal })
      await agree(context, [
        `Workflow ${workflow.workflowId}: ${workflow.action} of ${workflow.entity} ${workflow.entityId}.`,
        `Its ledger transaction calls: ${callsOf(workflow)}.`,
        sentence(workflow),
      ])
      const { workflowId } = workflow
      return verb(client, { workflowId }, { signal })
    },
    show: (workflow) =>
      `Workflow ${workflow.workflowId}: ${workflow.state}, signed by ${signaturesOf(workflow)}.${
        workflow.state === 'CONFIRMED' ? ` Next: connex workflow execute ${workflow.workflowId}` : ''
      }`,
  })

async function agree(
  { terminal, signal, options }: Pick<Context, 'terminal' | 'signal'> & { options: { yes: boolean } },
  summary: readonly string[],
): Promise<void> {
  if (!options.yes && !terminal.canAsk) throw CliError.of('answerMissing')
  for (const sentence of summary) terminal.note(sentence)
  if (!options.yes && !(await terminal.confirm('Send this answer?', signal))) throw CliError.of('declined')
}

export const confirmWorkflowCommand = answerCommand({
  path: 'workflow confirm',
  summary: "add your signature to a colleague's workflow",
  sentence: (workflow) => `You sign it. So far, it is signed by ${signaturesOf(workflow)}.`,
  verb: confirmWorkflow,
})

export const revokeWorkflowCommand = answerCommand({
  path: 'workflow revoke',
  summary: 'take back your confirmation of a workflow',
  sentence: () => 'You take back your confirmation. The workflow continues without it.',
  verb: revokeWorkflow,
})

export const rejectWorkflowCommand = answerCommand({
  path: 'workflow reject',
  summary: 'end a workflow without executing it',
  sentence: () => 'You reject it: your server will no longer publish it.',
  verb: rejectWorkflow,
})

export const executeWorkflowCommand = command({
  path: 'workflow execute',
  summary: 'send a workflow with enough signatures to the ledger',
  positionals: workflowArgument,
  options: signingOptions,
  examples: ['workflow execute 17 --dry-run'],
  async run(context) {
    const { positionals, signal } = context
    const { client } = await connectToSign(context)
    const workflow = await getWorkflow(client, positionals.workflow, { signal })
    const { workflowId } = workflow
    const summary = [
      `You execute workflow ${workflowId}: ${workflow.action} of ${workflow.entity} ${workflow.entityId}.`,
      `Its ledger transaction calls: ${callsOf(workflow)}.`,
    ]
    return sign(context, summary, (sending) => executeWorkflow(client, { workflowId }, sending))
  },
  show: (answer) => showSigned(answer, ({ block }) => `Executed, in block ${block}.`),
})
