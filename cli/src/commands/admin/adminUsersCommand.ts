import { listUsers } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { listOptions, listQuery } from '../../command/listOptions.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { pageLine } from '../../terminal/pageLine.ts'
import { table } from '../../terminal/table.ts'

export const adminUsersCommand = command({
  path: 'admin users',
  summary: "your tenant's users: status, lock, and what each may do",
  options: { ...listOptions(['name', 'userAddr', 'status']), ...connectionOptions },
  examples: ['admin users', 'admin users --json'],
  async run(context) {
    const { client } = await connect(context)
    const { options, signal } = context
    return { ...(await listUsers(client, listQuery(options), { signal })), page: options.page ?? 1 }
  },
  show: ({ items, page, totalItemCount }) =>
    `${table(
      items,
      [
        { title: 'User', of: ({ name }) => name },
        { title: 'Wallet', of: ({ userAddr }) => userAddr },
        { title: 'Status', of: ({ status }) => status },
        {
          title: 'Locked until',
          of: ({ lockExpiration }) =>
            lockExpiration === null ? '' : new Date(lockExpiration * 1000).toISOString(),
        },
        { title: 'Privileges', of: ({ privileges }) => privileges.join(', ') },
      ],
      'There is no user that fits.',
    )}\n\n${pageLine({ totalItemCount }, items.length, page)}`,
})
