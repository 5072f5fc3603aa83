import { formatQuantity, ITEMS_PER_PAGE_MAXIMUM } from '@connex/protocol'
import { everyPage, listTasks, listTransfers } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { readMarket } from '../../market/readMarket.ts'
import { shownIdentifier } from '../../terminal/shownIdentifier.ts'
import { table } from '../../terminal/table.ts'
import { typeTexts } from '../transfers/transferTexts.ts'

export const deskTasksCommand = command({
  path: 'desk tasks',
  summary: 'what waits for you: deliveries to confirm or refuse, and registrations',
  about:
    'A delivery stands here once every investor has confirmed it: your confirmation settles it. connex desk confirm and ' +
    'connex desk refuse answer it.',
  options: connectionOptions,
  examples: ['desk tasks', 'desk tasks --json'],
  async run(context) {
    const { signal } = context
    const session = await connect(context)
    const { client } = session
    const [market, deliveries, tasks] = await Promise.all([
      readMarket(session, context),
      everyPage((page) => listTransfers(client, { ...page, state: ['PENDING'] }, { signal })),
      listTasks(client, 'registries', { itemsPerPage: ITEMS_PER_PAGE_MAXIMUM }, { signal }),
    ])
    const named = deliveries.map((one) => ({
      ...one,
      parties: [...new Set(one.legs.flatMap(({ sender, receiver }) => [sender, receiver]))]
        .filter((address) => address !== session.me.tenant.address)
        .map(market.nameOf),
    }))
    return { deliveries: named, registrations: tasks.items }
  },
  show({ deliveries, registrations }) {
    const shown = table(
      deliveries,
      [
        { title: 'Delivery', of: ({ deliveryId }) => deliveryId },
        { title: 'Type', of: ({ transferType }) => typeTexts[transferType] },
        { title: 'Parties', of: ({ parties }) => parties.join(', ') },
        {
          title: 'Assets',
          of: ({ deliver, receive }) =>
            [deliver, receive]
              .flatMap((asset) =>
                asset === null
                  ? []
                  : [
                      `${formatQuantity(asset.quantity, asset.decimals)} ${shownIdentifier(asset.identifier ?? 'unknown')}`,
                    ],
              )
              .join(' for '),
        },
        { title: 'Description', of: ({ description }) => description ?? '' },
      ],
      'No delivery waits for you.',
    )
    if (registrations.length === 0) return shown
    const asked = table(
      registrations,
      [
        { title: 'Register', of: ({ entityId }) => entityId },
        { title: 'What', of: ({ action }) => action },
        { title: 'Status', of: ({ status }) => status },
      ],
      '',
    )
    return `${shown}\n\n${asked}`
  },
})
