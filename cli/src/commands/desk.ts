import {
  actionsFor,
  BlockNumber,
  formatQuantity,
  isInvestorDuty,
  ITEMS_PER_PAGE_MAXIMUM,
  owedBy,
  readableText,
  instrumentText,
} from '@connex/protocol'
import type { Address, Owed, Transfer } from '@connex/protocol'
import { remainingText, turnText } from '@connex/protocol/duties'
import {
  ClientError,
  confirmAsRegistrar,
  everyPage,
  getTransfer,
  listTasks,
  listTransfers,
  refuseAsRegistrar,
} from '@connex/sdk'
import { command } from '../command/Command.ts'
import { whole, withDefault } from '../command/Option.ts'
import { connect, connectToSign } from '../connection/connect.ts'
import { connectionOptions, proposingOptions } from '../connection/connectionOptions.ts'
import { showSigned } from '../connection/sign.ts'
import { showDone, signDelivery } from '../directory/delivery.ts'
import { loadDirectory } from '../directory/directory.ts'
import { offLedgerWarnings, legSentences } from '../directory/legs.ts'
import { deliveryArgument, reasonOption } from '../directory/transferOptions.ts'
import { startRobot } from '../robot/startRobot.ts'
import { table } from '../terminal/table.ts'
import { typeText } from './transfers.ts'

export const deskTasksCommand = command({
  path: 'desk tasks',
  summary: 'deliveries and registrations waiting for your confirmation',
  about:
    'A delivery is listed once every investor has confirmed it. connex desk confirm settles it; connex desk refuse ' +
    'cancels it.',
  options: connectionOptions,
  examples: ['desk tasks', 'desk tasks --json'],
  async run(context) {
    const { signal } = context
    const session = await connect(context)
    const { client } = session
    const [directory, deliveries, tasks] = await Promise.all([
      loadDirectory(session, context),
      everyPage((page) => listTransfers(client, { ...page, state: ['PENDING'] }, { signal })),
      listTasks(client, 'registries', { itemsPerPage: ITEMS_PER_PAGE_MAXIMUM }, { signal }),
    ])
    const named = deliveries.map((one) => ({
      ...one,
      parties: [...new Set(one.legs.flatMap(({ sender, receiver }) => [sender, receiver]))]
        .filter((address) => address !== session.me.tenant.address)
        .map(directory.nameOf),
    }))
    return { deliveries: named, registrations: tasks.items }
  },
  show({ deliveries, registrations }) {
    const shown = table(
      deliveries,
      [
        { title: 'Delivery', of: ({ deliveryId }) => deliveryId },
        { title: 'Type', of: typeText },
        { title: 'Parties', of: ({ parties }) => parties.join(', ') },
        {
          title: 'Assets',
          of: ({ deliver, receive }) =>
            [deliver, receive]
              .flatMap((asset) =>
                asset === null
                  ? []
                  : [
                      `${formatQuantity(asset.quantity, asset.decimals)} ${instrumentText(asset.identifier ?? 'unknown', asset.label)}`,
                    ],
              )
              .join(' for '),
        },
        { title: 'Description', of: ({ description }) => readableText(description ?? '') },
      ],
      'No deliveries are waiting for you.',
    )
    if (registrations.length === 0) return shown
    const requests = table(
      registrations,
      [
        { title: 'Registry', of: ({ entityId }) => entityId },
        { title: 'What', of: ({ action }) => action },
        { title: 'Status', of: ({ status }) => status },
      ],
      '',
    )
    return `${shown}\n\n${requests}`
  },
})

type Confirmation = { path: string; summary: string; examples: readonly string[] }

/** The confirmation of a registrar, transfer agent or coordinator. */
export const confirmationCommand = ({ path, summary, examples }: Confirmation) =>
  command({
    path,
    summary,
    about: 'The investors confirm first. The last confirmation settles the delivery.',
    positionals: deliveryArgument,
    options: proposingOptions,
    examples,
    async run(context) {
      const { signal, positionals } = context
      const deliveryId = positionals.delivery
      const session = await connectToSign(context)
      const { client, me } = session
      const [transfer, directory] = await Promise.all([
        getTransfer(client, deliveryId, { signal }),
        loadDirectory(session, context),
      ])
      const summary = [
        ...legSentences(transfer, directory),
        confirmationText(transfer, me.tenant.address, directory.nameOf),
      ]
      return signDelivery(context, { session, directory }, summary, async (options) => ({
        deliveryId,
        ...(await confirmAsRegistrar(client, deliveryId, options)),
      }))
    },
    show: (answer) => showSigned(answer, showDone('Delivery {id} confirmed')),
  })

/**
 * The role in which a tenant confirms, and who must confirm after it.
 *
 * @throws ClientError `nothingToConfirm`
 */
export function confirmationText(
  transfer: Transfer,
  keeper: Address,
  nameOf: (tenant: Address) => string,
): string {
  const owed = owedBy(transfer)
  const mine = owed.filter((one) => one.tenant === keeper && one.mayGiveNow && !isInvestorDuty(one))
  if (mine.length === 0) throw new ClientError('nothingToConfirm', turnText(transfer, nameOf))
  const roles = [...new Set(mine.map((one) => roleOf(one, transfer)))].join(' and ')
  const rest = owed.filter((one) => !mine.includes(one))
  return `${nameOf(keeper)} confirms this as ${roles}. ${remainingText(rest, transfer, nameOf)}`
}

function roleOf({ duty, legIdx }: Owed, { legs }: Transfer): string {
  if (duty === 'coordinate') return 'coordinator'
  const leg = legs.find((one) => one.legIdx === legIdx)
  return leg?.legType === 'TRADITIONAL' ? 'transfer agent' : 'registrar'
}

export const deskConfirmCommand = confirmationCommand({
  path: 'desk confirm',
  summary: 'confirm a delivery as registrar, which settles it',
  examples: ['desk confirm 0x9f…', 'desk confirm 0x9f… --dry-run'],
})

export const deskRefuseCommand = command({
  path: 'desk refuse',
  summary: 'refuse a delivery with a reason, which cancels it',
  about: 'A reported payment must be paid back outside the ledger.',
  positionals: deliveryArgument,
  options: { ...reasonOption, ...proposingOptions },
  examples: ["desk refuse 0x9f… --reason 'The deposit has not arrived'"],
  async run(context) {
    const { delivery: deliveryId } = context.positionals
    const { options, signal } = context
    const { reason } = options
    const session = await connectToSign(context)
    const { client, me } = session
    const [transfer, directory] = await Promise.all([
      getTransfer(client, deliveryId, { signal }),
      loadDirectory(session, context),
    ])
    const kind = actionsFor(transfer, me.tenant.address).cancel?.kind
    if (kind === undefined) throw new ClientError('notCancelable', turnText(transfer, directory.nameOf))
    if (kind !== 'refuse') throw new ClientError('notCancelable', NOT_REGISTRAR)
    const summary = [
      ...legSentences(transfer, directory),
      `${me.tenant.name} refuses this delivery: ${reason}`,
      'It is canceled immediately and its earmarks are released. All parties can read the reason.',
      ...offLedgerWarnings(transfer),
    ]
    return signDelivery(context, { session, directory }, summary, async (how) => ({
      deliveryId,
      ...(await refuseAsRegistrar(client, { deliveryId, reason }, how)),
    }))
  },
  show: (answer) => showSigned(answer, showDone('Delivery {id} refused')),
})

const NOT_REGISTRAR =
  'Only its registrar can refuse a delivery. To cancel as a party, run connex transfer cancel.'

export const deskRobotCommand = command({
  path: 'desk robot',
  summary: 'confirm deliveries as registrar automatically, until stopped',
  about:
    'For trials, and for registrars who check deliveries in another system. Each delivery is read again before it is ' +
    'confirmed, so that you can confirm or refuse it first. Ctrl-C stops the robot.',
  options: {
    delay: withDefault(whole('SECONDS', 'the delay before a delivery is confirmed', { to: 86_400 }), 5),
    afterBlock: withDefault(whole('BLOCK', 'ignore deliveries created up to this block'), 0),
    ...connectionOptions,
  },
  examples: ['desk robot', 'desk robot --delay 60'],
  async run(context) {
    const { options, signal, terminal } = context
    const { client, me } = await connectToSign(context)
    const robot = startRobot({
      registrars: [{ name: me.tenant.name, client }],
      afterBlock: BlockNumber.parse(options.afterBlock),
      delayMs: options.delay * 1000,
      onProblem: terminal.warn,
    })
    terminal.note(`The robot confirms for ${me.tenant.name}. Ctrl-C stops it.`)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    robot.stop()
    return { isStopped: true }
  },
  show: () => 'Stopped.',
})
