import { actionsFor, DeliveryId, type Duty, isInvestorDuty, owedBy, type Transfer } from '@connex/protocol'
import { ClientError, confirmTransfer, everyPage, getTransfer, listAccounts } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { flag, required } from '../../command/Option.ts'
import { scalar } from '../../command/optionKinds.ts'
import type { Session } from '../../connection/connect.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import * as terms from '../../market/dealOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'
import type { Market } from '../../market/readMarket.ts'
import { assetText } from '../transfers/showTransfers.ts'

export const confirmCommand = command({
  path: 'transfer confirm',
  summary: 'give what your tenant owes a transfer now: deliver, receive, payment sent, payment received',
  about:
    'All of it goes in one ledger transaction. Where your tenant has one account with the custodian it is taken.',
  words: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", 'is 0x and 64 digits of hex')) },
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
    const { words, options, signal } = context
    const { session, market } = await enterMarket(context)
    const { client, me } = session
    const transfer = await getTransfer(client, words.id, { signal })
    const { confirm } = actionsFor(transfer, me.tenant.address)
    const duties = (confirm?.duties ?? []).filter(
      (duty) => !options.withoutPayment || (duty !== 'pay' && duty !== 'getPaid'),
    )
    const isMine = owedBy(transfer).some((owed) => owed.tenant === me.tenant.address && isInvestorDuty(owed))
    if (duties.length === 0 || !isMine) throw new ClientError('nothingToConfirm')
    await refuseFourEyes(session, { confirm: duties }, context)
    const accounts = {
      deliver: options.deliverAccount ?? (await onlyAccount(session, transfer, duties, 'deliver', signal)),
      receive: options.receiveAccount ?? (await onlyAccount(session, transfer, duties, 'receive', signal)),
    }
    const parameters = { deliveryId: words.id, accounts, withoutPayment: options.withoutPayment }
    const summary = summaryOf(transfer, duties, accounts, me.tenant.name, market)
    return sign(context, summary, async (how) => ({
      deliveryId: words.id,
      duties,
      ...(await confirmTransfer(client, parameters, how)),
    }))
  },
  show: (answer) =>
    showSigned(
      answer,
      ({ deliveryId, block }) => `The transfer ${deliveryId} is confirmed, in block ${block}.`,
    ),
})

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
  const leg = legs.find(
    (one) => (duty === 'deliver' ? one.sender : one.receiver) === own && one.legType === 'DIGITAL',
  )
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

function summaryOf(
  transfer: Transfer,
  duties: readonly Duty[],
  accounts: Accounts,
  own: string,
  { nameOf }: Market,
): string[] {
  const other = nameOf(transfer.counterpartyAddr)
  const from = accounts.deliver === undefined ? '' : ` from account ${accounts.deliver}`
  const into = accounts.receive === undefined ? '' : ` into account ${accounts.receive}`
  const [pays, isPaid] = [assetText(transfer, 'deliver'), assetText(transfer, 'receive')]
  const sentences: Partial<Record<Duty, string>> = {
    deliver: `${own} confirms that it delivers ${pays}${from} to ${other}; it is earmarked at once.`,
    receive: `${own} confirms that it receives ${isPaid}${into} from ${other}.`,
    pay: `${own} reports that it has paid ${pays} to ${other}, outside the ledger.`,
    getPaid: `${own} confirms that ${isPaid} from ${other} has come, outside the ledger.`,
  }
  const told = duties.flatMap((duty) => sentences[duty] ?? [])
  return [
    ...told,
    `Then it is the turn of whoever still owes a confirmation, at last ${nameOf(transfer.registrarAddr)}'s.`,
  ]
}
