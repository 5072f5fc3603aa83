import { SORT_COLUMNS, api, AuditAction, AuditSource } from '@connex/protocol'
import { call } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { choice, list, text } from '../../command/Option.ts'
import { listOptions, listQuery } from '../../command/listOptions.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { listing } from '../../terminal/listing.ts'
import { timeText } from '../../terminal/text.ts'
import { findUser } from './privilegeHolder.ts'

export const auditCommand = command({
  path: 'audit',
  summary: 'what your tenant’s users changed or tried to change, the newest first',
  about:
    'Source INTERNAL: a call to your server; ON-CHAIN: a ledger event; PROPOSE: a push from another server.',
  options: {
    user: text('WHO', "only of this user: a user's name or wallet"),
    action: list(choice(AuditAction.options, 'only this action')),
    source: choice(AuditSource.options, 'only from this source'),
    type: text('TYPE', 'only about this type of entity, such as delivery', {
      of: api.audit.query.shape.type,
    }),
    ...listOptions(SORT_COLUMNS.audit, { unfiltered: ['at'] }),
    ...connectionOptions,
  },
  examples: ['audit --user a.keller --items-per-page 50', 'audit --type delivery --source on-chain --json'],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const { user, action, source, type } = options
    const query = {
      ...listQuery(options),
      source,
      type,
      action: action.length === 0 ? undefined : [...action],
      userAddr: user === undefined ? undefined : (await findUser(session, user, context)).userAddr,
    }
    return { ...(await call(session.client, 'audit', { query, signal })), page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Time', of: ({ at }) => timeText(at) },
        { title: 'User', of: ({ userAddr }) => userAddr },
        { title: 'Action', of: ({ action }) => action },
        { title: 'Call', of: ({ call }) => call },
        {
          title: 'Outcome',
          of: ({ outcome, status }) => (status === null ? outcome : `${outcome} ${status}`),
        },
        { title: 'About', of: ({ type, entityId }) => `${type} ${entityId}`.trim() },
      ],
      'No entries found.',
    ),
})
