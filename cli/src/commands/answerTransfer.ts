import {
  actionsFor,
  DeliveryId,
  isDigital,
  isInvestorDuty,
  isPaymentDuty,
  owedAfter,
  owedBy,
  SaltedText,
} from '@connex/protocol'
import type { CancelKind, Duty, Transfer } from '@connex/protocol'
import {
  cancelTransfer,
  ClientError,
  confirmTransfer,
  everyPage,
  getTransfer,
  listAccounts,
} from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { flag, required, scalar, text } from '../command/Option.ts'
import type { Session } from '../connection/connect.ts'
import { signingOptions } from '../connection/connectionOptions.ts'
import { showSigned } from '../connection/sign.ts'
import { restText, showDone, signDelivery, turnText } from '../directory/delivery.ts'
import type { Directory } from '../directory/directory.ts'
import { connectAsInvestor, refuseFourEyes } from '../directory/investor.ts'
import { offLedgerWarnings, legSentences } from '../directory/legs.ts'
import * as terms from '../directory/transferOptions.ts'
import { assetText } from './transfers.ts'

export const confirmCommand = command({
  path: 'transfer confirm',
  summary: 'give what your tenant owes a transfer now: deliver, receive, payment sent, payment received',
  about:
    'All of it goes in one ledger transaction. Where your tenant has one account with the custodian it is taken.',
  positionals: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", 'is 0x and 64 digits of hex')) },
  options: {
    deliverAccount: terms.account('from which account you deliver'),
    receiveAccount: terms.account('into which account you receive'),
    withoutPayment: flag('leave the payment for later', 'Terms'),
    ...signingOptions,
  },
  examples: [
    `transfer confirm 0x${'5e'.repeat(32)} --receive-account 7710120`,
    `transfer confirm 0x${'5e'.repeat(32)} --without-payment --yes --json`,
  ],
  async run(context) {
    const { positionals, options, signal } = context
    const deal = await connectAsInvestor(context)
    const { session, directory } = deal
    const { client, me } = session
    const transfer = await getTransfer(client, positionals.id, { signal })
    const owed = owedBy(transfer)
    const isMine = owed.some((one) => one.tenant === me.tenant.address && isInvestorDuty(one))
    const all = isMine ? (actionsFor(transfer, me.tenant.address).confirm?.duties ?? []) : []
    const duties = all.filter((duty) => !options.withoutPayment || !isPaymentDuty(duty))
    if (duties.length === 0)
      throw new ClientError(
        'nothingToConfirm',
        all.length > 0 ? PAYMENT_ALONE : turnText(transfer, directory),
      )
    await refuseFourEyes(session, { confirm: duties }, context)
    const accounts = {
      deliver: options.deliverAccount ?? (await onlyAccount(session, transfer, duties, 'deliver', signal)),
      receive: options.receiveAccount ?? (await onlyAccount(session, transfer, duties, 'receive', signal)),
    }
    const parameters = { deliveryId: positionals.id, accounts, withoutPayment: options.withoutPayment }
    const summary = confirmationSummary(transfer, duties, accounts, me.tenant, directory)
    return signDelivery(context, deal, summary, async (how) => ({
      deliveryId: positionals.id,
      duties,
      ...(await confirmTransfer(client, parameters, how)),
    }))
  },
  show: (answer) => showSigned(answer, showDone('The transfer {id} is confirmed')),
})

const PAYMENT_ALONE = 'The payment alone is left: leave --without-payment out.'

type Accounts = { deliver: string | undefined; receive: string | undefined }

/** What is delivered or received needs an account; one that is the only one need not be named. */
async function onlyAccount(
  { client, me }: Session,
  { legs }: Transfer,
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

function confirmationSummary(
  transfer: Transfer,
  duties: readonly Duty[],
  accounts: Accounts,
  { name: own, address }: Session['me']['tenant'],
  directory: Directory,
): string[] {
  const other = directory.nameOf(transfer.counterpartyAddr)
  const from = accounts.deliver === undefined ? '' : ` from account ${accounts.deliver}`
  const into = accounts.receive === undefined ? '' : ` into account ${accounts.receive}`
  const [pays, isPaid] = [assetText(transfer, 'deliver'), assetText(transfer, 'receive')]
  const sentences: Partial<Record<Duty, string>> = {
    deliver: `${own} confirms that it delivers ${pays}${from} to ${other}; it is earmarked at once.`,
    receive: `${own} confirms that it receives ${isPaid}${into} from ${other}.`,
    pay: `${own} reports that it has paid ${pays} to ${other}, outside the ledger.`,
    reportDelivery: `${own} reports that it has delivered its leg to ${other}, outside the ledger.`,
    confirmReceipt: `${own} confirms that the leg of ${other} has come, outside the ledger.`,
    getPaid: `${own} confirms that ${isPaid} from ${other} has come, outside the ledger.`,
  }
  const told = duties.flatMap((duty) => sentences[duty] ?? [])
  return [...told, restText(owedAfter(transfer, address, duties), transfer, directory)]
}

export const cancelCommand = command({
  path: 'transfer cancel',
  summary: 'cancel a transfer, ask the other side to, or agree to what it asked',
  about:
    'While somebody still owes a confirmation one side cancels alone. Once all have confirmed, or a payment was ' +
    'reported, the first to cancel asks, and the other side’s cancel executes it.',
  positionals: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", 'is 0x and 64 digits of hex')) },
  options: {
    reason: text('TEXT', 'why; the parties alone can read it', { of: SaltedText.shape.text }),
    ...signingOptions,
  },
  examples: [`transfer cancel 0x${'5e'.repeat(32)} --reason 'Wrong quantity'`],
  async run(context) {
    const { positionals, options, signal } = context
    const deal = await connectAsInvestor(context)
    const { session, directory } = deal
    const { client, me } = session
    const transfer = await getTransfer(client, positionals.id, { signal })
    const { cancel, cancelRequested } = actionsFor(transfer, me.tenant.address)
    const other = directory.nameOf(transfer.counterpartyAddr)
    if (cancel === undefined) {
      const asked = `You have asked for it already: it is canceled when ${other} agrees.`
      throw new ClientError('notCancelable', cancelRequested ? asked : turnText(transfer, directory))
    }
    await refuseFourEyes(session, 'cancel', context)
    const { kind } = cancel
    const parameters = { deliveryId: positionals.id, reason: options.reason }
    const summary = cancellationSummary(kind, transfer, me.tenant.name, directory)
    return signDelivery(context, deal, summary, async (how) => {
      const { txHash, block } = await cancelTransfer(client, parameters, how)
      return { deliveryId: positionals.id, kind, txHash, block }
    })
  },
  show: (answer) => showSigned(answer, (made) => showDone(done[made.kind])(made)),
})

const sentences: Record<CancelKind, (own: string, other: string) => string> = {
  cancel: (own) => `${own} cancels this. What is earmarked for it is free again at once.`,
  requestCancel: (own, other) => `${own} asks to cancel this. It is canceled when ${other} agrees.`,
  agreeCancel: (own, other) => `${own} agrees to cancel this, as ${other} has asked. It is canceled at once.`,
  refuse: (own) => `${own} refuses this. It is canceled at once.`,
}

const done: Record<CancelKind, string> = {
  cancel: 'The transfer {id} is canceled',
  requestCancel: 'Cancelling of the transfer {id} is asked for',
  agreeCancel: 'The transfer {id} is canceled',
  refuse: 'The transfer {id} is refused',
}

const cancellationSummary = (
  kind: CancelKind,
  transfer: Transfer,
  own: string,
  directory: Directory,
): string[] => [
  ...legSentences(transfer, directory),
  sentences[kind](own, directory.nameOf(transfer.counterpartyAddr)),
  ...offLedgerWarnings(transfer),
]
