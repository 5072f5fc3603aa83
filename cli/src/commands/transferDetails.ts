import {
  actionsFor,
  DeliveryCommentType,
  DeliveryId,
  formatCash,
  owedBy,
  PENDING_STATES,
  readableText,
  repurchasePrice,
  SaltedText,
} from '@connex/protocol'
import type {
  Address,
  CancelKind,
  DeliveryComment,
  Duty,
  RepoTerms,
  Transfer,
  TransferActions,
  TransferType,
} from '@connex/protocol'
import { dutyText, expiryText } from '@connex/protocol/duties'
import {
  call,
  everyPage,
  findClosing,
  getTransfer,
  listDeliveryComments,
  listInternalComments,
  writeDeliveryComment,
} from '@connex/sdk'
import { command } from '../command/Command.ts'
import { HEX_ID, flag, required, scalar, text } from '../command/Option.ts'
import { connect } from '../connection/connect.ts'
import { connectionOptions } from '../connection/connectionOptions.ts'
import { authorOf, loadDirectory } from '../directory/directory.ts'
import { termTexts } from '@connex/protocol/deals'
import type { DealDetails } from '@connex/protocol/deals'
import type { Directory } from '../directory/directory.ts'
import { fieldList, table } from '../terminal/table.ts'
import { timeText } from '../terminal/text.ts'
import { assetText, custodianText, stateText, typeText } from './transfers.ts'

export const showTransferCommand = command({
  path: 'transfers show',
  summary: 'one transfer: terms, confirmations, available actions and comments',
  positionals: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", HEX_ID)) },
  options: connectionOptions,
  examples: [`transfers show 0x${'5e'.repeat(32)}`],
  async run(context) {
    const { positionals, signal } = context
    const session = await connect(context)
    const { client, me } = session
    const query = { deliveryIds: [positionals.id] }
    const [transfer, directory, { items }, shared, internal, closing] = await Promise.all([
      getTransfer(client, positionals.id, { signal }),
      loadDirectory(session, context),
      call(client, 'deliveryDetails', { query, signal }),
      everyPage((page) => listDeliveryComments(client, { ...page, ...query }, { signal })),
      everyPage((page) => listInternalComments(client, { ...page, ...query }, { signal })),
      findClosing(client, positionals.id, { signal }),
    ])
    return {
      ...transfer,
      details: items[0]?.status === 'SYNCED' ? items[0].details : null,
      actions: actionsFor(transfer, me.tenant.address),
      owed: owedBy(transfer).map((owed) => ({ ...owed, name: directory.nameOf(owed.tenant) })),
      comments: [...shared, ...internal].map((one) => ({ ...one, author: authorOf(one, directory.nameOf) })),
      closedBy: closing?.deliveryId ?? null,
      names: namesIn(transfer, directory),
    }
  },
  show: ({ names, owed, actions, details, comments, closedBy, ...transfer }) => {
    const nameOf = (address: string): string => names[address] ?? address
    const reasonOf = (fingerprint: string | null): string => {
      const text = comments.find((one) => one.fingerprint === fingerprint)?.text
      return text === undefined || text === null ? '' : `: ${readableText(text)}`
    }
    const reasons = [...transfer.cancelVotes.map(({ reasonFp }) => reasonFp), transfer.cancelReasonFp]
    const { repo, cashCurrency: currency = '' } = details ?? {}
    return [
      fieldList([
        ['Delivery', transfer.deliveryId],
        ['Type', typeText(transfer)],
        ['State', stateText(transfer)],
        ['Custodian', custodianText(transfer, nameOf(transfer.registrarAddr))],
        ['Counterparty', nameOf(transfer.counterpartyAddr)],
        ['Delivers', assetText(transfer, 'deliver')],
        ['Receives', assetText(transfer, 'receive')],
        ['Description', readableText(transfer.description ?? `not received (${transfer.detailsStatus})`)],
        ['Value date', transfer.valueDate === 0 ? 'none' : timeText(transfer.valueDate).slice(0, 10)],
        ...(PENDING_STATES.includes(transfer.state) ? [['Expiry', expiryText(transfer)] as const] : []),
        ...(repo === undefined
          ? []
          : ([
              ['Purchase', `${repo.purchaseDate}, ${formatCash(repo.purchasePrice, currency)}`],
              ['Repurchase', repurchaseText(repo, currency)],
              ['Rate', `${repo.rate}% p.a., ${repo.dayCount}`],
            ] as const)),
        ...termTexts(details ?? {}).map(({ term, value }) => [term, value] as const),
        ...dealFields(details, closedBy),
        ...cancellationFields(transfer, (tenant, reasonFp) => `${nameOf(tenant)}${reasonOf(reasonFp)}`),
        ['Created', `${timeText(transfer.createdAt)} in block ${transfer.createdBlock}`],
        ...actionFields(transfer, actions),
      ]),
      table(
        transfer.confirmations,
        [
          { title: 'Leg', of: ({ legIdx }) => String(legIdx + 1), isRight: true },
          { title: 'Confirmed by', of: ({ tenant }) => nameOf(tenant) },
          { title: 'As', of: ({ role }) => role },
          { title: 'At', of: ({ at }) => timeText(at) },
          { title: 'Block', of: ({ block }) => String(block), isRight: true },
        ],
        'No confirmations yet.',
      ),
      table(
        owed,
        [
          { title: 'Leg', of: ({ legIdx }) => String(legIdx + 1), isRight: true },
          { title: 'Waiting for', of: ({ name }) => name },
          { title: 'To', of: ({ duty, legIdx }) => dutyText(duty, legAt(transfer, legIdx)) },
          { title: 'Can act', of: ({ mayGiveNow }) => (mayGiveNow ? 'now' : 'later') },
        ],
        'No confirmations are due.',
      ),
      commentTable(comments, reasons),
    ].join('\n\n')
  },
})

type Cancellation = Pick<Transfer, 'cancelVotes' | 'canceledBy' | 'wasRefused' | 'cancelReasonFp'>
type Field = readonly [label: string, value: string]

function cancellationFields(
  { cancelVotes, canceledBy, wasRefused, cancelReasonFp }: Cancellation,
  byWhom: (tenant: Address, reasonFp: string | null) => string,
): Field[] {
  const votes = cancelVotes.map(({ tenant, reasonFp }): Field => [
    'Cancellation requested by',
    byWhom(tenant, reasonFp),
  ])
  if (canceledBy === null) return votes
  return [...votes, [wasRefused ? 'Refused' : 'Canceled', byWhom(canceledBy, cancelReasonFp)]]
}

const legAt = ({ legs }: Pick<Transfer, 'legs'>, legIdx: number) => legs.find((leg) => leg.legIdx === legIdx)

const cancelTexts: Record<CancelKind, string> = {
  cancel: 'cancel',
  requestCancel: 'request cancellation',
  agreeCancel: 'agree to cancel',
  refuse: 'refuse',
}

type Acted = Pick<Transfer, 'deliveryId' | 'transferType' | 'legs'>

/** What the user's tenant can do now, each with its command. */
export function actionFields(transfer: Acted, { confirm, cancel }: TransferActions): Field[] {
  const { deliveryId } = transfer
  const lines = [
    ...(confirm === undefined
      ? []
      : [`${confirm.label}: connex ${confirmingCommand(transfer, confirm.duties)} ${deliveryId}`]),
    ...(cancel === undefined
      ? []
      : [`${cancelTexts[cancel.kind]}: connex ${cancelingCommand(transfer, cancel.kind, deliveryId)}`]),
  ]
  const [first = 'none', ...others] = lines
  return [['Available actions', first], ...others.map((line): Field => ['', line])]
}

function confirmingCommand({ legs }: Acted, duties: readonly Duty[]): string {
  if (!duties.every((duty) => duty === 'register' || duty === 'coordinate')) return 'transfer confirm'
  const isAgent = duties.includes('coordinate') || legs.some(({ legType }) => legType === 'TRADITIONAL')
  return isAgent ? 'agent confirm' : 'desk confirm'
}

const REQUESTS: Partial<Record<TransferType, string>> = { MINT: 'mint cancel', BURN: 'burn cancel' }

const cancelingCommand = ({ transferType }: Acted, kind: CancelKind, id: DeliveryId): string =>
  kind === 'refuse'
    ? `desk refuse ${id} --reason TEXT`
    : `${REQUESTS[transferType] ?? 'transfer cancel'} ${id}`

function repurchaseText(repo: RepoTerms, currency: string): string {
  const { purchaseDate, repurchaseDate } = repo
  if (repurchaseDate === undefined) return 'open'
  const price = repurchaseDate < purchaseDate ? undefined : repurchasePrice(repo)
  return price === undefined ? repurchaseDate : `${repurchaseDate}, ${formatCash(price, currency)}`
}

function namesIn(
  { legs, registrarAddr, counterpartyAddr }: Transfer,
  { nameOf }: Directory,
): Record<string, string> {
  const all = [
    registrarAddr,
    counterpartyAddr,
    ...legs.flatMap((leg) => [leg.sender, leg.receiver, leg.registrar, leg.txCoordinator]),
  ]
  return Object.fromEntries(all.map((address) => [address, nameOf(address)]))
}

/** A comment with the name of its author. */
export type ShownComment = DeliveryComment & { readonly author: string }

const READERS: Record<DeliveryCommentType, string> = { INTERNAL: 'your tenant', PRIVATE: 'all parties' }

const STORED: Record<DeliveryCommentType, string> = {
  INTERNAL: 'Comment stored for your tenant.',
  PRIVATE: 'Comment stored; all parties of the transfer receive it.',
}

/** A flag for each kind of comment but PRIVATE, which a comment is without one. */
const KIND_FLAGS = {
  internal: flag('for the users of your tenant only'),
} satisfies Record<Lowercase<Exclude<DeliveryCommentType, 'PRIVATE'>>, unknown>

const kindOf = (flags: Readonly<Record<keyof typeof KIND_FLAGS, boolean>>): DeliveryCommentType =>
  DeliveryCommentType.options.find(
    (kind) => kind !== 'PRIVATE' && flags[kind.toLowerCase() as Lowercase<typeof kind>],
  ) ?? 'PRIVATE'

/** The comments, oldest first, without the `reasons` that are shown elsewhere. */
export const commentTable = (
  comments: readonly ShownComment[],
  reasons: readonly (string | null)[],
): string =>
  table(
    comments
      .filter(({ fingerprint }) => !reasons.includes(fingerprint))
      .toSorted((left, right) => left.createdAt - right.createdAt),
    [
      {
        title: 'Written',
        of: ({ createdAt }) => timeText(createdAt),
      },
      { title: 'By', of: ({ author }) => author },
      { title: 'Visible to', of: ({ type }) => READERS[type] },
      { title: 'Comment', of: ({ text, status }) => readableText(text ?? `not received (${status})`) },
    ],
    'No comments.',
  )

export const commentCommand = command({
  path: 'transfers comment',
  summary: 'write a comment on a transfer, for its parties or your tenant only',
  about: 'A comment cannot be changed or deleted. connex transfers show lists the comments.',
  positionals: {
    id: required(scalar(DeliveryId, 'ID', "the delivery's id", HEX_ID)),
    comment: required(text('TEXT', 'the comment', { of: SaltedText.shape.text })),
  },
  options: { ...KIND_FLAGS, ...connectionOptions },
  examples: [
    "transfers comment 0x9f… 'Cash sent with reference 4711'",
    "transfers comment 0x9f… 'Check the limit' --internal",
  ],
  async run(context) {
    const { options, positionals, signal } = context
    const { client } = await connect(context)
    const comment = { deliveryId: positionals.id, text: positionals.comment }
    const type = kindOf(options)
    const fingerprint = await writeDeliveryComment(client, { ...comment, type }, { signal })
    return { deliveryId: positionals.id, type, fingerprint }
  },
  show: ({ type }) => STORED[type],
})

/** What of a deal the transfer is, and what closes it. */
const dealFields = (details: DealDetails | null, closedBy: string | null): [string, string][] => [
  ...(details?.openingDeliveryId === undefined
    ? []
    : [[details.deal === undefined ? 'Closes' : 'Deal', details.openingDeliveryId] as [string, string]]),
  ...(closedBy === null ? [] : [['Closed by', closedBy] as [string, string]]),
]
