import {
  actionsFor,
  BlockNumber,
  formatQuantity,
  isInvestorDuty,
  ITEMS_PER_PAGE_MAXIMUM,
  owedBy,
} from '@connex/protocol'
import type { Address, Owed, Transfer } from '@connex/protocol'
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
import { connectionOptions, signingOptions } from '../connection/connectionOptions.ts'
import { showSigned } from '../connection/sign.ts'
import { restText, showDone, signDelivery, turnText } from '../directory/delivery.ts'
import { loadDirectory } from '../directory/directory.ts'
import type { Directory } from '../directory/directory.ts'
import { offLedgerWarnings, legSentences } from '../directory/legs.ts'
import { deliveryArgument, reasonOption } from '../directory/transferOptions.ts'
import { startRobot } from '../robot/startRobot.ts'
import { table } from '../terminal/table.ts'
import { shownIdentifier } from '../terminal/text.ts'
import { typeTexts } from './transfers.ts'

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

type Confirmation = { path: string; summary: string; examples: readonly string[] }

/** The confirmation of whoever keeps what is delivered: registrar, transfer agent or coordinator. */
export const confirmationCommand = ({ path, summary, examples }: Confirmation) =>
  command({
    path,
    summary,
    about: 'It comes after the confirmations of the investors. The last one settles the delivery.',
    positionals: deliveryArgument,
    options: signingOptions,
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
      const told = [...legSentences(transfer, directory), keeperText(transfer, me.tenant.address, directory)]
      return signDelivery(context, { session, directory }, told, async (options) => ({
        deliveryId,
        ...(await confirmAsRegistrar(client, deliveryId, options)),
      }))
    },
    show: (answer) => showSigned(answer, showDone('The delivery {id} is confirmed')),
  })

/** As what a keeper confirms, and who has to confirm after it. Throws a ClientError where it has nothing to confirm. */
export function keeperText(
  transfer: Transfer,
  keeper: Address,
  { nameOf }: Pick<Directory, 'nameOf'>,
): string {
  const owed = owedBy(transfer)
  const mine = owed.filter((one) => one.tenant === keeper && one.mayGiveNow && !isInvestorDuty(one))
  if (mine.length === 0) throw new ClientError('nothingToConfirm', turnText(transfer, { nameOf }))
  const roles = [...new Set(mine.map((one) => roleOf(one, transfer)))].join(' and ')
  const rest = owed.filter((one) => !mine.includes(one))
  return `${nameOf(keeper)} confirms this as ${roles}. ${restText(rest, transfer, { nameOf })}`
}

function roleOf({ duty, legIdx }: Owed, { legs }: Transfer): string {
  if (duty === 'coordinate') return 'coordinator'
  const leg = legs.find((one) => one.legIdx === legIdx)
  return leg?.legType === 'TRADITIONAL' ? 'transfer agent' : 'registrar'
}

export const deskConfirmCommand = confirmationCommand({
  path: 'desk confirm',
  summary: "give the registrar's confirmation; it settles the delivery",
  examples: ['desk confirm 0x9f…', 'desk confirm 0x9f… --dry-run'],
})

export const deskRefuseCommand = command({
  path: 'desk refuse',
  summary: 'refuse a delivery, which cancels it, with a reason for its parties',
  about: 'A payment that was reported has to be returned outside the ledger.',
  positionals: deliveryArgument,
  options: { ...reasonOption, ...signingOptions },
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
    if (kind === undefined) throw new ClientError('notCancelable', turnText(transfer, directory))
    if (kind !== 'refuse') throw new ClientError('notCancelable', NOT_REGISTRAR)
    const summary = [
      ...legSentences(transfer, directory),
      `${me.tenant.name} refuses this: ${reason}`,
      'It is canceled for all its parties, who can read the reason.',
      ...offLedgerWarnings(transfer),
    ]
    return signDelivery(context, { session, directory }, summary, async (how) => ({
      deliveryId,
      ...(await refuseAsRegistrar(client, { deliveryId, reason }, how)),
    }))
  },
  show: (answer) => showSigned(answer, showDone('The delivery {id} is refused')),
})

const NOT_REGISTRAR = 'It is not its registrar: connex transfer cancel is the way for its parties.'

export const deskRobotCommand = command({
  path: 'desk robot',
  summary: 'confirm by itself what waits for the registrar, until it is stopped',
  about:
    'For trials and for registrars who check elsewhere. Each delivery is read before it is confirmed; what a person does ' +
    'meanwhile stands. Ctrl-C stops it.',
  options: {
    delay: withDefault(
      whole('SECONDS', 'how long a delivery waits before it is confirmed', { to: 86_400 }),
      5,
    ),
    afterBlock: withDefault(whole('BLOCK', 'leave alone what was created up to this block'), 0),
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
