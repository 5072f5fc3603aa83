import {
  Cash,
  Currency,
  DEFAULT_CURRENCY,
  DeliveryId,
  formatCash,
  repurchasePrice,
  DayCount,
} from '@connex/protocol'
import {
  createFopTransfer,
  createRepoTransfer,
  createReturn,
  createSecLendTransfer,
  getTransfer,
} from '@connex/sdk'
import { command } from '../command/Command.ts'
import { choice, required, scalar, withDefault } from '../command/Option.ts'
import { signingOptions } from '../connection/connectionOptions.ts'
import { showSigned } from '../connection/sign.ts'
import { showDone, signDelivery } from '../directory/delivery.ts'
import { findCounterparty, findCustodian } from '../directory/directory.ts'
import { createInventoryLoader, resolveAsset } from '../directory/inventory.ts'
import { connectAsInvestor, resolveTransferOptions, refuseFourEyes } from '../directory/investor.ts'
import { returnSentences } from '../directory/legs.ts'
import * as terms from '../directory/transferOptions.ts'
import { readRepoTerms } from '../directory/transferOptions.ts'

export const fopCommand = command({
  path: 'transfer fop',
  summary: 'a transfer free of payment: securities alone',
  options: {
    direction: terms.direction('DELIVER: from your account; RECEIVE: into it'),
    custodian: terms.custodian,
    counterparty: terms.counterparty,
    instrument: terms.instrument,
    account: required(terms.account('your account')),
    quantity: terms.quantity,
    description: terms.description,
    valueDate: terms.valueDate,
    ...signingOptions,
  },
  examples: [
    "transfer fop --direction deliver --custodian 'Meridian Registrars' --counterparty 'Baltic Trust Bank' --instrument DE000A2LQ5M4 --account 4100118 --quantity 1,000 --description Rebalancing",
    "transfer fop --direction receive --custodian 'Meridian Registrars' --counterparty 'Rhône Capital' --instrument A40HB2 --account 4100118 --quantity 250 --description Margin --dry-run",
  ],
  async run(context) {
    const { options } = context
    const deal = await resolveTransferOptions(context)
    const { custodian, counterparty, delivers, text, own, parameters } = deal
    const { account } = options
    const summary = [
      delivers
        ? `${own} delivers ${text} from account ${account} to ${counterparty.name}, free of payment.`
        : `${own} receives ${text} into account ${account} from ${counterparty.name}, free of payment.`,
      delivers
        ? `It is earmarked at once, and moves when ${counterparty.name} and ${custodian.label} have confirmed.`
        : `It moves when ${counterparty.name} has confirmed the delivery and ${custodian.label} the whole.`,
      ...terms.valueDateText(options.valueDate),
    ]
    return signDelivery(context, deal, summary, (how) =>
      createFopTransfer(deal.session.client, parameters, how),
    )
  },
  show: (answer) => showSigned(answer, showDone('The transfer {id} is created')),
})

const group = 'Terms'

export const repoCommand = command({
  path: 'transfer repo',
  summary: 'a repo: securities against documented cash, to be bought back',
  about:
    'DELIVER sells: your tenant delivers the securities and is paid. The cash moves outside the ledger; its amount and ' +
    'the terms are known to the parties alone.',
  options: {
    direction: terms.direction('DELIVER: you sell and are paid; RECEIVE: you buy and pay'),
    custodian: terms.custodian,
    counterparty: terms.counterparty,
    instrument: terms.instrument,
    account: required(terms.account('your account')),
    quantity: terms.quantity,
    description: terms.description,
    purchaseDate: required(terms.dayOf('when the securities are bought')),
    repurchaseDate: terms.dayOf('when they are bought back; leave it out for an open repo'),
    purchasePrice: required(
      scalar(Cash, 'AMOUNT', 'the cash', 'is an amount with two decimals such as 98000.00', { group }),
    ),
    rate: required(terms.termText('RATE', 'per cent a year, such as 2.14')),
    dayCount: withDefault(choice(DayCount.options, 'how days are counted', { group }), 'ACT/360'),
    currency: withDefault(choice(Currency.options, "the cash's currency", { group }), DEFAULT_CURRENCY),
    valueDate: terms.valueDate,
    ...signingOptions,
  },
  examples: [
    "transfer repo --direction deliver --custodian 'Meridian Registrars' --counterparty 'Baltic Trust Bank' --instrument DE000A2LQ5M4 --account 4100118 --quantity 1,000 --description Overnight --purchase-date 2026-11-23 --repurchase-date 2026-11-24 --purchase-price 98000.00 --rate 2.14",
  ],
  async run(context) {
    const { options } = context
    const repo = readRepoTerms(options)
    const deal = await resolveTransferOptions(context)
    const { custodian, counterparty, delivers, text, own, parameters } = deal
    const { account, currency } = options
    const [seller, buyer] = delivers ? [own, counterparty.name] : [counterparty.name, own]
    const back = repurchasePrice(repo)
    const summary = [
      `${seller} sells ${text} to ${buyer} for ${formatCash(repo.purchasePrice, currency)} on ${repo.purchaseDate}, at ${repo.rate} % (${repo.dayCount}).`,
      back === undefined || repo.repurchaseDate === undefined
        ? `The repo is open: ${seller} buys back on a day to be agreed.`
        : `${seller} buys back on ${repo.repurchaseDate} for ${formatCash(back, currency)}.`,
      delivers
        ? `The securities are earmarked in account ${account} at once. ${buyer} has to confirm and to pay, then ${custodian.label} to confirm.`
        : `The securities come into account ${account}. ${seller} has to confirm the delivery, ${buyer} to pay, then ${custodian.label} to confirm.`,
      'The payment is documented here and made outside.',
      ...terms.valueDateText(options.valueDate),
    ]
    const asked = { ...parameters, terms: repo, cashCurrency: currency }
    return signDelivery(context, deal, summary, (how) => createRepoTransfer(deal.session.client, asked, how))
  },
  show: (answer) => showSigned(answer, showDone('The repo {id} is created')),
})

export const secLendCommand = command({
  path: 'transfer sec-lend',
  summary: 'securities lending: a loan against collateral, delivered together',
  about: 'DELIVER lends: what your tenant receives is the collateral. RECEIVE borrows: what it delivers is.',
  options: {
    direction: terms.direction('DELIVER: you lend; RECEIVE: you borrow'),
    custodian: terms.custodian,
    counterparty: terms.counterparty,
    deliverInstrument: required(terms.termText('ID', 'what you deliver')),
    deliverAccount: required(terms.account('your account that it leaves')),
    deliverQuantity: required(terms.termText('N', 'how much of it')),
    receiveInstrument: required(terms.termText('ID', 'what you receive')),
    receiveAccount: required(terms.account('your account that it comes into')),
    receiveQuantity: required(terms.termText('N', 'how much of it')),
    receiveCustodian: terms.termText('NAME', 'the custodian of what you receive, where it is another one'),
    description: terms.description,
    valueDate: terms.valueDate,
    ...signingOptions,
  },
  examples: [
    "transfer sec-lend --direction deliver --custodian 'Meridian Registrars' --counterparty 'Rhône Capital' --deliver-instrument DE000A2LQ5M4 --deliver-account 4100118 --deliver-quantity 1,000 --receive-instrument A40HB2 --receive-account 4100118 --receive-quantity 5,000 --description 'Loan of the week'",
  ],
  async run(context) {
    const { options, signal } = context
    const deal = await connectAsInvestor(context)
    const { session, directory } = deal
    await refuseFourEyes(session, 'create', context)
    const custodian = findCustodian(directory, options.custodian)
    const other =
      options.receiveCustodian === undefined ? custodian : findCustodian(directory, options.receiveCustodian)
    const counterparty = findCounterparty(directory, options.counterparty)
    const inventoryOf = createInventoryLoader(session, signal)
    const [out, back] = await Promise.all([
      resolveAsset(inventoryOf, {
        custodian,
        instrument: options.deliverInstrument,
        account: options.deliverAccount,
        quantity: options.deliverQuantity,
        isOutgoing: true,
      }),
      resolveAsset(inventoryOf, {
        custodian: other,
        instrument: options.receiveInstrument,
        account: options.receiveAccount,
        quantity: options.receiveQuantity,
        isOutgoing: false,
      }),
    ])
    const own = session.me.tenant.name
    const lends = options.direction === 'DELIVER'
    const summary = [
      `${own} ${lends ? 'lends' : 'gives as collateral'} ${out.text} from account ${options.deliverAccount} to ${counterparty.name}.`,
      `${own} receives ${back.text} ${lends ? 'as collateral' : 'as a loan'} into account ${options.receiveAccount}.`,
      `What you deliver is earmarked at once. Both move together, when ${counterparty.name} and ${[...new Set([custodian.label, other.label])].join(' and ')} have confirmed.`,
      ...terms.valueDateText(options.valueDate),
    ]
    const parameters = {
      direction: options.direction,
      counterpartyAddr: counterparty.address,
      deliver: out.asset,
      receive: back.asset,
      description: options.description,
      valueDate: terms.midnightOf(options.valueDate),
    }
    return signDelivery(context, deal, summary, (how) =>
      createSecLendTransfer(session.client, parameters, how),
    )
  },
  show: (answer) => showSigned(answer, showDone('The securities loan {id} is created')),
})

export const returnCommand = command({
  path: 'transfer return',
  summary: 'the closing of a repo or a securities loan: everything goes back',
  about:
    'A new transfer linked with its opening, which has to be settled. A repo’s cash is its repurchase price. Accounts are ' +
    'those of the opening unless others are named.',
  positionals: {
    id: required(scalar(DeliveryId, 'ID', "the opening delivery's id", 'is 0x and 64 digits of hex')),
  },
  options: {
    deliverAccount: terms.account('from which account you give back'),
    receiveAccount: terms.account('into which account it comes back'),
    repurchaseDate: terms.dayOf('the day of the closing; an open repo needs it'),
    description: terms.descriptionText,
    valueDate: terms.valueDate,
    ...signingOptions,
  },
  examples: [`transfer return 0x${'5e'.repeat(32)} --repurchase-date 2026-11-30`],
  async run(context) {
    const { positionals, options, signal } = context
    const deal = await connectAsInvestor(context)
    const { session, directory } = deal
    await refuseFourEyes(session, 'create', context)
    const { client, me } = session
    const opening = await getTransfer(client, positionals.id, { signal })
    const parameters = {
      deliveryId: positionals.id,
      accounts: { deliver: options.deliverAccount, receive: options.receiveAccount },
      repurchaseDate: options.repurchaseDate,
      description: options.description,
      valueDate: terms.midnightOf(options.valueDate),
    }
    const names = { own: me.tenant.name, other: directory.nameOf(opening.counterpartyAddr) }
    const summary = [
      ...(await returnSentences(client, opening, { ...parameters, ...names }, signal)),
      'All of it goes back together, once everybody has confirmed.',
      ...terms.valueDateText(options.valueDate),
    ]
    return signDelivery(context, deal, summary, (how) => createReturn(client, parameters, how))
  },
  show: (answer) => showSigned(answer, showDone('The closing {id} is created')),
})
