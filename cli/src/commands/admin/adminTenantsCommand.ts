import { listTenants } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { listOptions, listQuery } from '../../command/listOptions.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { pageLine } from '../../terminal/pageLine.ts'
import { table } from '../../terminal/table.ts'

export const adminTenantsCommand = command({
  path: 'admin tenants',
  summary: 'the tenants of the platform and where their servers are',
  options: { ...listOptions(['name', 'address']), ...connectionOptions },
  examples: ['admin tenants', 'admin tenants --filter bank --json'],
  async run(context) {
    const { client } = await connect(context)
    const { options, signal } = context
    return { ...(await listTenants(client, listQuery(options), { signal })), page: options.page ?? 1 }
  },
  show: ({ items, page, totalItemCount }) =>
    `${table(
      items,
      [
        { title: 'Tenant', of: ({ name }) => name },
        { title: 'Address', of: ({ address }) => address },
        { title: 'Server', of: ({ apiUrl }) => apiUrl },
        { title: 'LEI', of: ({ lei }) => lei },
      ],
      'There is no tenant that fits.',
    )}\n\n${pageLine({ totalItemCount }, items.length, page)}`,
})
