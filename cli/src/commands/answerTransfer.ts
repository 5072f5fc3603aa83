import {
  actionsFor,
  checkDetails,
  DeliveryId,
  detailsDoubt,
  isDigital,
  isExpired,
  isInvestorDuty,
  isPaymentDuty,
  owedAfter,
  owedBy,
  SaltedText,
} from '@connex/protocol'
import type { AccountNumber, CancelKind, DetailsDoubt, Duty, Transfer } from '@connex/protocol'
import { paidCash } from '@connex/protocol/deals'
import type { DetailsCheck } from '@connex/protocol/deals'
import { expiryText, remainingText, turnText } from '@connex/protocol/duties'
import {
  call,
  cancelTransfer,
  ClientError,
  confirmTransfer,
  everyPage,
  findDealChange,
  findSubstitutionDoubts,
  findSubstitutionTest,
  getTransfer,
  listAccounts,
} from '@connex/sdk'
import type { DealChange } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { HEX_ID, flag, required, scalar, text } from '../command/Option.ts'
import type { Session } from '../connection/connect.ts'
import { proposingOptions } from '../connection/connectionOptions.ts'
import { showSigned } from '../connection/sign.ts'
import { showDone, signDelivery } from '../directory/delivery.ts'
import type { Directory } from '../directory/directory.ts'
import { connectAsInvestor, refuseFourEyes } from '../directory/investor.ts'
import type { Investor } from '../directory/investor.ts'
import { offLedgerWarnings, legSentences } from '../directory/legs.ts'
import { termLines } from '../directory/openingTerms.ts'
import * as terms from '../directory/transferOptions.ts'
import { doubtSentences, pricesOf, testSentences, valueOptions } from '../directory/valueTest.ts'
import { cashText, securitiesText } from './transfers.ts'
import type { Terminal } from '../terminal/Terminal.ts'

export const confirmCommand = command({
  path: 'transfer confirm',
  summary: 'confirm your side of a transfer: delivery, receipt, payment sent, payment received',
  about:
    'Everything goes in one ledger transaction. If your tenant has only one account with the custodian, it is the default. For a substitution, ' +
    'the summary tests the value at the prices that the other side quotes, or at your own (--price).',
  positionals: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", HEX_ID)) },
  options: {
    deliverAccount: terms.account('the account that you deliver from'),
    receiveAccount: terms.account('the account that you receive into'),
    withoutPayment: flag('confirm the securities only', 'Terms'),
    acceptChanges: flag(
      'confirm an event although its deal has changed since it was proposed; the summary says how',
      'Terms',
    ),
    withoutDetails: flag(
      'confirm although the private details are missing or do not match the ledger: you have verified the terms by other means',
      'Terms',
    ),
    ...valueOptions,
    ...proposingOptions,
  },
  examples: [
    `transfer confirm 0x${'5e'.repeat(32)} --receive-account 7710120`,
    `transfer confirm 0x${'5e'.repeat(32)} --without-payment --yes --json`,
  ],
  async run(context) {
    const { positionals, options, signal } = context
    const investor = await connectAsInvestor(context)
    const { session, directory } = investor
    const { client, me } = session
    const read = await getTransfer(client, positionals.id, { signal })
    const owed = owedBy(read)
    const isMine = owed.some((one) => one.tenant === me.tenant.address && isInvestorDuty(one))
    const all = isMine ? (actionsFor(read, me.tenant.address).confirm?.duties ?? []) : []
    const duties = all.filter((duty) => !options.withoutPayment || !isPaymentDuty(duty))
    if (duties.length === 0)
      throw new ClientError(
        'nothingToConfirm',
        all.length > 0 ? PAYMENT_ALONE : turnText(read, directory.nameOf),
      )
    await refuseFourEyes(session, { confirm: duties }, context)
    const { details } = await reliableDetails(investor, read, context)
    // They may have arrived after the transfer was read.
    const transfer = { ...read, openingDeliveryId: details?.openingDeliveryId ?? read.openingDeliveryId }
    const accounts = {
      deliver: options.deliverAccount ?? (await onlyAccount(session, transfer, duties, 'deliver', signal)),
      receive: options.receiveAccount ?? (await onlyAccount(session, transfer, duties, 'receive', signal)),
    }
    const substitution = await substitutionOf(investor, transfer, context)
    const change = await changeOf(session, transfer, signal)
    if (change !== undefined && !options.acceptChanges) throw CliError.of('dealChanged', change.text)
    const parameters = {
      deliveryId: positionals.id,
      accounts,
      legAccounts: substitution?.legAccounts,
      withoutPayment: options.withoutPayment,
      acceptedDeal: change?.hash,
      withoutDetails: options.withoutDetails,
    }
    const summary = [
      ...(change === undefined ? [] : [change.text]),
      ...(transfer.openingDeliveryId === null && details ? termLines(details) : []),
      ...(substitution?.sentences ??
        dutySentences({ ...transfer, ...paidCash(details) }, duties, accounts, me.tenant.name, directory)),
      remainingText(owedAfter(transfer, me.tenant.address, duties), transfer, directory.nameOf),
    ]
    return signDelivery(context, investor, summary, async (how) => ({
      deliveryId: positionals.id,
      duties,
      ...(await confirmTransfer(client, parameters, how)),
    }))
  },
  show: (answer) => showSigned(answer, showDone('Transfer {id} confirmed')),
})

/** What has happened to its deal since an event was proposed. */
const changeOf = async (
  { client }: Session,
  { deliveryId, openingDeliveryId }: Transfer,
  signal: AbortSignal,
): Promise<DealChange | undefined> =>
  openingDeliveryId === null
    ? undefined
    : findDealChange(client, { deliveryId, openingDeliveryId }, { signal })

/**
 * The private details, checked against the ledger's fingerprint. Where they are in doubt, only --without-details confirms. Nothing
 * proposes without them: colleagues approve by the details.
 */
async function reliableDetails(
  { session: { client }, directory }: Investor,
  transfer: Transfer,
  {
    options,
    signal,
  }: { options: { readonly withoutDetails: boolean; readonly propose: boolean }; signal: AbortSignal },
): Promise<DetailsCheck> {
  const query = { deliveryIds: [transfer.deliveryId] }
  const { items } = await call(client, 'deliveryDetails', { query, signal })
  const check = checkDetails(items[0], transfer.privateDataFp)
  const other = directory.nameOf(transfer.counterpartyAddr)
  if (options.propose && check.result !== 'matches') throw CliError.of('detailsToPropose', other)
  const doubt = detailsDoubt(transfer, check)
  if (doubt === undefined || options.withoutDetails) return check
  throw doubt === 'differs'
    ? CliError.of('detailsDiffer', other)
    : CliError.of('detailsMissing', other, UNKNOWN[doubt])
}

const UNKNOWN = {
  amountUnknown: 'the amount of cash is unknown',
  dealUnknown: 'the deal behind this exchange is unknown, and its value cannot be tested',
} as const satisfies Record<Exclude<DetailsDoubt, 'differs'>, string>

type Accounts = { deliver: AccountNumber | undefined; receive: AccountNumber | undefined }

type Given = {
  options: Parameters<typeof pricesOf>[0] & AccountOptions
  terminal: Pick<Terminal, 'readInput'>
  signal: AbortSignal
}

type Substitution = { sentences: string[]; legAccounts: Record<number, AccountNumber> }

/** What a substitution moves, and its value tests, computed here; undefined of anything else. */
async function substitutionOf(
  { session, directory }: Investor,
  transfer: Transfer,
  { options, terminal, signal }: Given,
): Promise<Substitution | undefined> {
  const { deliveryId, openingDeliveryId, legs } = transfer
  if (openingDeliveryId === null) return undefined
  const prices = await pricesOf(options, legs, terminal.readInput)
  const substitution = { deliveryId, openingDeliveryId, prices }
  const test = await findSubstitutionTest(session.client, substitution, { signal })
  if (test === undefined) return undefined
  const doubts = await findSubstitutionDoubts(session.client, substitution, { signal })
  const legAccounts = await accountsByLeg(session, transfer, options, signal)
  const own = session.me.tenant.address
  const named = legs.map((leg) => {
    const account = legAccounts[leg.legIdx]
    const label = test.lines.find(({ asset }) => asset.assetId === leg.assetId)?.asset.label
    if (account === undefined) return { ...leg, label }
    const side = leg.sender === own ? 'senderAccount' : 'receiverAccount'
    return { ...leg, label, [side]: account }
  })
  const sentences = [
    ...legSentences({ legs: named }, directory),
    ...testSentences(test),
    ...doubtSentences(doubts, directory.nameOf),
  ]
  return { sentences, legAccounts }
}

type AccountOptions = {
  readonly deliverAccount: AccountNumber | undefined
  readonly receiveAccount: AccountNumber | undefined
}

/** The account of each leg: several custodians have accounts of their own. */
async function accountsByLeg(
  session: Session,
  { legs }: Transfer,
  { deliverAccount, receiveAccount }: AccountOptions,
  signal: AbortSignal,
): Promise<Record<number, AccountNumber>> {
  const own = session.me.tenant.address
  const named: Record<number, AccountNumber> = {}
  for (const leg of legs.filter(isDigital)) {
    const duty = leg.sender === own ? 'deliver' : 'receive'
    const chosen = duty === 'deliver' ? deliverAccount : receiveAccount
    const account = chosen ?? (await onlyAccount(session, { legs: [leg] }, [duty], duty, signal))
    if (account !== undefined) named[leg.legIdx] = account
  }
  return named
}

const PAYMENT_ALONE = 'Only the payment is left to confirm: omit --without-payment.'

/** The account for a duty, if the tenant has exactly one with the custodian. */
async function onlyAccount(
  { client, me }: Session,
  { legs }: Pick<Transfer, 'legs'>,
  duties: readonly Duty[],
  duty: 'deliver' | 'receive',
  signal: AbortSignal,
) {
  const own = me.tenant.address
  const leg = legs.find((one) => (duty === 'deliver' ? one.sender : one.receiver) === own && isDigital(one))
  const isNamed = duty === 'receive' && leg?.receiverAccount !== null
  if (!duties.includes(duty) || leg === undefined || isNamed) return undefined
  const registry = { registryManagerAddr: leg.assetManagerAddr, registrarAddr: leg.registrar }
  const accounts = await everyPage((page) => listAccounts(client, { ...page, ...registry }, { signal }))
  const [only, second] = accounts
  if (only !== undefined && second === undefined) return only.accountNum
  throw CliError.of(
    'accountToName',
    `--${duty}-account`,
    accounts.map(({ accountNum }) => accountNum).join(', ') || 'none',
  )
}

function dutySentences(
  transfer: Transfer,
  duties: readonly Duty[],
  accounts: Accounts,
  own: string,
  directory: Directory,
): string[] {
  const other = directory.nameOf(transfer.counterpartyAddr)
  const from = accounts.deliver === undefined ? '' : ` from account ${accounts.deliver}`
  const into = accounts.receive === undefined ? '' : ` into account ${accounts.receive}`
  const cash =
    transfer.cashQuantity === null
      ? 'an unknown amount of cash'
      : cashText(transfer, 'deliver') || cashText(transfer, 'receive')
  const sentences: Partial<Record<Duty, string>> = {
    deliver: `${own} delivers ${securitiesText(transfer, 'deliver')}${from} to ${other}; it is earmarked immediately.`,
    receive: `${own} receives ${securitiesText(transfer, 'receive')}${into} from ${other}.`,
    pay: `${own} reports the payment of ${cash} to ${other} as sent, outside the ledger.`,
    reportDelivery: `${own} reports its delivery to ${other}, outside the ledger.`,
    confirmReceipt: `${own} confirms the receipt from ${other}, outside the ledger.`,
    getPaid: `${own} confirms that the payment of ${cash} from ${other} arrived.`,
  }
  return duties.flatMap((duty) => sentences[duty] ?? [])
}

export const cancelCommand = command({
  path: 'transfer cancel',
  summary: 'cancel a transfer, request its cancellation, or agree to cancel it',
  about:
    'Either side can cancel alone until every investor has confirmed, and again once the transfer has expired. Otherwise, and ' +
    'always once a payment was reported, one side requests cancellation and the other agrees with the same command.',
  positionals: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", HEX_ID)) },
  options: {
    reason: text('TEXT', 'the reason, visible only to the parties', { of: SaltedText.shape.text }),
    ...proposingOptions,
  },
  examples: [`transfer cancel 0x${'5e'.repeat(32)} --reason 'Wrong quantity'`],
  async run(context) {
    const { positionals, options, signal } = context
    const investor = await connectAsInvestor(context)
    const { session, directory } = investor
    const { client, me } = session
    const transfer = await getTransfer(client, positionals.id, { signal })
    const { cancel, cancelRequested } = actionsFor(transfer, me.tenant.address)
    const other = directory.nameOf(transfer.counterpartyAddr)
    if (cancel === undefined) {
      const requested = `You have already requested cancellation. It takes effect once ${other} agrees.`
      throw new ClientError(
        'notCancelable',
        cancelRequested ? requested : turnText(transfer, directory.nameOf),
      )
    }
    await refuseFourEyes(session, 'cancel', context)
    const { kind } = cancel
    const parameters = { deliveryId: positionals.id, reason: options.reason }
    const summary = cancellationSummary(kind, transfer, me.tenant.name, directory)
    return signDelivery(context, investor, summary, async (how) => {
      const { txHash, block } = await cancelTransfer(client, parameters, how)
      return { deliveryId: positionals.id, kind, txHash, block }
    })
  },
  show: (answer) => showSigned(answer, (made) => showDone(doneTexts[made.kind])(made)),
})

const cancelSentences: Record<CancelKind, (own: string, other: string) => string> = {
  cancel: (own) => `${own} cancels this transfer. Its earmarks are released immediately.`,
  requestCancel: (own, other) => `${own} requests cancellation. Nothing changes until ${other} agrees.`,
  agreeCancel: (own, other) =>
    `${own} agrees to cancel, as requested by ${other}. The transfer is canceled immediately.`,
  refuse: (own) => `${own} refuses this transfer. It is canceled immediately.`,
}

const doneTexts: Record<CancelKind, string> = {
  cancel: 'Transfer {id} canceled',
  requestCancel: 'Cancellation of transfer {id} requested',
  agreeCancel: 'Transfer {id} canceled',
  refuse: 'Transfer {id} refused',
}

const cancellationSummary = (
  kind: CancelKind,
  transfer: Transfer,
  own: string,
  directory: Directory,
): string[] => [
  ...legSentences(transfer, directory),
  cancelSentences[kind](own, directory.nameOf(transfer.counterpartyAddr)),
  ...(kind === 'requestCancel' || isExpired(transfer) ? [expiryText(transfer)] : []),
  ...offLedgerWarnings(transfer),
]
