// Pushes of private data to the servers of other tenants: which wait, why, and another try.
import { SORT_COLUMNS, SyncEvent, SyncStatus } from '@connex/protocol'
import type { SyncOperation } from '@connex/protocol'
import { ApiError, call, everyPage } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { choice, flag, list, required, text, value } from '../../command/Option.ts'
import { listOptions, listQuery } from '../../command/listOptions.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { findTenant, loadDirectory } from '../../directory/directory.ts'
import { listing } from '../../terminal/listing.ts'
import { timeText } from '../../terminal/text.ts'

export const syncOperationsCommand = command({
  path: 'sync operations',
  summary: "your tenant's pushes of private data to other servers: what waits, and why",
  about:
    'A push waits until the other server has accepted it, and is tried again automatically. The newest are first.',
  options: {
    status: list(choice(SyncStatus.options, 'only with this status')),
    event: choice(SyncEvent.options, 'only of this kind'),
    destination: text('NAME', 'only to this tenant: its name or address'),
    ...listOptions(SORT_COLUMNS.syncOperations, { unfiltered: ['updatedAt', 'attempts'] }),
    ...connectionOptions,
  },
  examples: [
    'sync operations --status pending,request_failed',
    "sync operations --destination 'Baltic Trust Bank' --json",
  ],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const directory = await loadDirectory(session, context)
    const { destination, status, event } = options
    const query = {
      ...listQuery(options),
      event,
      status: status.length === 0 ? undefined : [...status],
      destinationTenantAddr: destination === undefined ? undefined : findTenant(directory, destination),
    }
    const page = await call(session.client, 'syncOperations', { query, signal })
    const items = page.items.map((item) => ({
      ...item,
      destination: directory.nameOf(item.destinationTenantAddr),
    }))
    return { ...page, items, page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Id', of: ({ id }) => id, isRight: true },
        { title: 'Status', of: ({ status }) => status },
        { title: 'What', of: ({ event }) => event },
        { title: 'To', of: ({ destination }) => destination },
        { title: 'Attempts', of: ({ attempts }) => String(attempts), isRight: true },
        { title: 'Next', of: ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : timeText(nextAttemptAt)) },
        { title: 'Reason', of: ({ lastError }) => lastError ?? '' },
        { title: 'About', of: ({ entityId }) => entityId },
      ],
      'No pushes found.',
    ),
})

/** Everything that the server has not delivered. */
const OPEN: SyncStatus[] = SyncStatus.options.filter((status) => status !== 'SYNCED')

/** The server's limit for one call. */
const MOST_IDS = 500

const pushId = value('ID', "the push's id, from connex sync operations", (typed) =>
  /^\d{1,15}$/.test(typed) ? { value: typed } : { expected: 'must be a number' },
)

export const syncRetryCommand = command({
  path: 'sync retry',
  summary: 'try pushes again now, instead of at their next attempt',
  positionals: { ids: list(pushId) },
  options: { all: flag('every push that the other server has not accepted yet'), ...connectionOptions },
  examples: ['sync retry 1042 1043', 'sync retry --all'],
  async run(context) {
    const { options, positionals, signal } = context
    if (options.all === positionals.ids.length > 0)
      throw CliError.of('usage', 'Pass the ids of the pushes, or --all.')
    const { client } = await connect(context)
    const ids = options.all
      ? await everyPage((page) =>
          call(client, 'syncOperations', { query: { ...page, status: OPEN }, signal }),
        ).then((operations) => operations.map(({ id }: SyncOperation) => id))
      : positionals.ids
    let retried = 0
    for (let at = 0; at < ids.length; at += MOST_IDS) {
      const body = { ids: ids.slice(at, at + MOST_IDS) }
      retried += (await call(client, 'retrySync', { body, signal }).catch(explain(body.ids))).retried
    }
    return { retried }
  },
  show: ({ retried }) =>
    retried === 0
      ? 'No pushes are waiting.'
      : `${retried} ${retried === 1 ? 'push is' : 'pushes are'} tried again now. connex sync operations shows the outcome.`,
})

/** The server answers 404 if none of the pushes is its tenant's, or waits. */
const explain =
  (ids: readonly string[]) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError && error.code === 'notFound')) throw error
    throw CliError.of('unknownName', 'waiting push', ids.join(', '), 'connex sync operations lists them.')
  }

export const syncResendCommand = command({
  path: 'sync resend',
  summary:
    'resend everything that your tenant shares with another, after that one has lost its database or documents',
  about:
    'Sends everything that your tenant has sent to it before, and the private details of all transfers between the two, whoever ' +
    'created them. Data that the other server still has does not change.',
  positionals: { tenant: required(text('TENANT', "the tenant's name or address")) },
  options: connectionOptions,
  examples: ["sync resend 'Baltic Trust Bank'"],
  async run(context) {
    const session = await connect(context)
    const directory = await loadDirectory(session, context)
    const destinationTenantAddr = findTenant(directory, context.positionals.tenant)
    const tenant = directory.nameOf(destinationTenantAddr)
    const body = { destinationTenantAddr }
    const { queued } = await call(session.client, 'resendSync', { body, signal: context.signal }).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'notFound') return { queued: 0 }
        throw error
      },
    )
    return { tenant, queued }
  },
  show: ({ tenant, queued }) =>
    queued === 0
      ? `Your tenant shares nothing with ${tenant}.`
      : `${queued} ${queued === 1 ? 'push is' : 'pushes are'} on the way to ${tenant}. connex sync operations shows the outcome.`,
})
