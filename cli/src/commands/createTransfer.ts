import {
  Cash,
  Currency,
  DayCount,
  DEFAULT_CURRENCY,
  DeliveryId,
  formatCash,
  repurchasePrice,
} from '@connex/protocol'
import {
  createFopTransfer,
  createRepoTransfer,
  createReturn,
  createSecLendTransfer,
  getDeal,
  getTransfer,
  proposeReturn,
  returnAccount,
} from '@connex/sdk'
import { command } from '../command/Command.ts'
import { HEX_ID, choice, required, scalar, withDefault } from '../command/Option.ts'
import { proposingOptions } from '../connection/connectionOptions.ts'
import { showSigned } from '../connection/sign.ts'
import { showDone, signDelivery } from '../directory/delivery.ts'
import { findCounterparty, findCustodian } from '../directory/directory.ts'
import { createInventoryLoader, resolveAsset } from '../directory/inventory.ts'
import { connectAsInvestor, resolveTransferOptions, refuseFourEyes } from '../directory/investor.ts'
import { returnSentences } from '../directory/legs.ts'
import {
  loanDayCount,
  loanOf,
  loanOptions,
  marginOf,
  marginOptions,
  termLines,
} from '../directory/openingTerms.ts'
import { answersOption, lotAccounts, lotAccountsOption } from './deals/lots.ts'
import { partLotOption, partsIn, partsOption } from './deals/returnedParts.ts'
import * as terms from '../directory/transferOptions.ts'
import { readRepoTerms } from '../directory/transferOptions.ts'

export const fopCommand = command({
  path: 'transfer fop',
  summary: 'create a free-of-payment transfer',
  options: {
    direction: terms.direction('DELIVER: from your account; RECEIVE: into your account'),
    custodian: terms.custodian,
    counterparty: terms.counterparty,
    instrument: terms.instrument,
    account: required(terms.account('your account')),
    quantity: terms.quantity,
    description: terms.description,
    valueDate: terms.valueDate,
    reference: terms.reference,
    ...proposingOptions,
  },
  examples: [
    "transfer fop --direction deliver --custodian 'Meridian Registrars' --counterparty 'Baltic Trust Bank' --instrument DE000A2LQ5M4 --account 4100118 --quantity 1,000 --description Rebalancing",
    "transfer fop --direction receive --custodian 'Meridian Registrars' --counterparty 'Rhône Capital' --instrument A40HB2 --account 4100118 --quantity 250 --description Margin --dry-run",
  ],
  async run(context) {
    const { options } = context
    const resolved = await resolveTransferOptions(context)
    const { custodian, counterparty, delivers, text, own, parameters } = resolved
    const { account } = options
    const summary = [
      delivers
        ? `${own} delivers ${text} from account ${account} to ${counterparty.name}, free of payment.`
        : `${own} receives ${text} into account ${account} from ${counterparty.name}, free of payment.`,
      delivers
        ? `It is earmarked immediately, and settles once ${counterparty.name} and ${custodian.label} have confirmed.`
        : `It settles once ${counterparty.name} has confirmed the delivery and ${custodian.label} the transfer.`,
      ...terms.valueDateText(options.valueDate),
      ...termLines(parameters),
    ]
    return signDelivery(context, resolved, summary, (how) =>
      createFopTransfer(resolved.session.client, parameters, how),
    )
  },
  show: (answer) => showSigned(answer, showDone('Transfer {id} created')),
})

const group = 'Terms'

export const repoCommand = command({
  path: 'transfer repo',
  summary: 'create a repo: securities against documented cash, with a repurchase',
  about:
    'DELIVER sells: your tenant delivers the securities and receives the cash. The cash is paid outside the ledger; only ' +
    'the parties see its amount and the terms.',
  options: {
    direction: terms.direction('DELIVER: you sell (raise cash); RECEIVE: you buy (lend cash)'),
    custodian: terms.custodian,
    counterparty: terms.counterparty,
    instrument: terms.instrument,
    account: required(terms.account('your account')),
    quantity: terms.quantity,
    description: terms.description,
    purchaseDate: required(terms.dayOf('the purchase date')),
    repurchaseDate: terms.dayOf('the repurchase date; omit it for an open repo'),
    purchasePrice: required(
      scalar(Cash, 'AMOUNT', 'the purchase price', 'must be an amount with two decimals such as 98000.00', {
        group,
      }),
    ),
    rate: required(terms.termText('RATE', 'the repo rate, % p.a., such as 2.14')),
    dayCount: withDefault(choice(DayCount.options, 'the day count', { group }), 'ACT/360'),
    currency: withDefault(choice(Currency.options, 'the currency of the cash', { group }), DEFAULT_CURRENCY),
    valueDate: terms.valueDate,
    reference: terms.reference,
    ...marginOptions,
    ...proposingOptions,
  },
  examples: [
    "transfer repo --direction deliver --custodian 'Meridian Registrars' --counterparty 'Baltic Trust Bank' --instrument DE000A2LQ5M4 --account 4100118 --quantity 1,000 --description Overnight --purchase-date 2026-11-23 --repurchase-date 2026-11-24 --purchase-price 98000.00 --rate 2.14",
  ],
  async run(context) {
    const { options } = context
    const repo = readRepoTerms(options)
    const margin = marginOf('REPO', options)
    const resolved = await resolveTransferOptions(context)
    const { custodian, counterparty, delivers, text, own, parameters } = resolved
    const { account, currency } = options
    const [seller, buyer] = delivers ? [own, counterparty.name] : [counterparty.name, own]
    const back = repurchasePrice(repo)
    const summary = [
      `${seller} sells ${text} to ${buyer} for ${formatCash(repo.purchasePrice, currency)} on ${repo.purchaseDate}, at ${repo.rate}% p.a. (${repo.dayCount}).`,
      back === undefined || repo.repurchaseDate === undefined
        ? `Open repo: ${seller} buys back on a day to be agreed.`
        : `${seller} buys back on ${repo.repurchaseDate} for ${formatCash(back, currency)}.`,
      delivers
        ? `The securities are earmarked in account ${account} immediately. ${buyer} must confirm the receipt and report the payment, ${seller} must confirm that it arrived, then ${custodian.label} must confirm.`
        : `The securities go into account ${account}. ${seller} must confirm the delivery, ${buyer} must report the payment, ${seller} must confirm that it arrived, then ${custodian.label} must confirm.`,
      'The cash is documented here and paid outside the ledger.',
      ...terms.valueDateText(options.valueDate),
      ...termLines({ ...parameters, margin }),
    ]
    const repoParameters = { ...parameters, terms: repo, cashCurrency: currency, margin }
    return signDelivery(context, resolved, summary, (how) =>
      createRepoTransfer(resolved.session.client, repoParameters, how),
    )
  },
  show: (answer) => showSigned(answer, showDone('Repo {id} created')),
})

export const secLendCommand = command({
  path: 'transfer sec-lend',
  summary: 'create a securities loan against collateral, settled together',
  about: 'DELIVER lends, and receives the collateral. RECEIVE borrows, and delivers the collateral.',
  options: {
    direction: terms.direction('DELIVER: you lend; RECEIVE: you borrow'),
    custodian: terms.custodian,
    counterparty: terms.counterparty,
    deliverInstrument: required(terms.termText('ID', 'the instrument that you deliver')),
    deliverAccount: required(terms.account('your account for the delivery')),
    deliverQuantity: required(terms.termText('N', 'its quantity')),
    receiveInstrument: required(terms.termText('ID', 'the instrument that you receive')),
    receiveAccount: required(terms.account('your account for the receipt')),
    receiveQuantity: required(terms.termText('N', 'its quantity')),
    receiveCustodian: terms.termText(
      'NAME',
      'the custodian of the instrument that you receive, if different',
    ),
    description: terms.description,
    valueDate: terms.valueDate,
    reference: terms.reference,
    ...loanOptions,
    dayCount: loanDayCount,
    ...marginOptions,
    ...proposingOptions,
  },
  examples: [
    "transfer sec-lend --direction deliver --custodian 'Meridian Registrars' --counterparty 'Rhône Capital' --deliver-instrument DE000A2LQ5M4 --deliver-account 4100118 --deliver-quantity 1,000 --receive-instrument A40HB2 --receive-account 4100118 --receive-quantity 5,000 --description 'Weekly loan'",
    "transfer sec-lend --direction deliver --custodian 'Meridian Registrars' --counterparty 'Rhône Capital' --deliver-instrument DE000A2LQ5M4 --deliver-account 4100118 --deliver-quantity 1,000 --receive-instrument A40HB2 --receive-account 4100118 --receive-quantity 5,000 --description 'Open loan' --reference DESK-4711 --fee-rate 0.35 --term-type open --notice-days 2 --margin-method loan --margin-ratio 105 --substitution any_time",
  ],
  async run(context) {
    const { options, signal } = context
    const agreed = {
      reference: options.reference,
      loan: loanOf(options),
      margin: marginOf('SEC_LEND', options),
    }
    const investor = await connectAsInvestor(context)
    const { session, directory } = investor
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
      `${own} ${lends ? 'lends' : 'posts as collateral'} ${out.text} from account ${options.deliverAccount} to ${counterparty.name}.`,
      `${own} receives ${back.text} ${lends ? 'as collateral' : 'as a loan'} into account ${options.receiveAccount}.`,
      `Your delivery is earmarked immediately. Both legs settle together once ${counterparty.name} and ${[...new Set([custodian.label, other.label])].join(' and ')} have confirmed.`,
      ...terms.valueDateText(options.valueDate),
      ...termLines(agreed),
    ]
    const parameters = {
      direction: options.direction,
      counterpartyAddr: counterparty.address,
      deliver: out.asset,
      receive: back.asset,
      description: options.description,
      valueDate: terms.midnightOf(options.valueDate),
      ...agreed,
    }
    return signDelivery(context, investor, summary, (how) =>
      createSecLendTransfer(session.client, parameters, how),
    )
  },
  show: (answer) => showSigned(answer, showDone('Securities loan {id} created')),
})

export const returnCommand = command({
  path: 'transfer return',
  summary: 'return a repo or a securities loan: everything that is held now, or a part of each lot',
  about:
    'Creates a transfer linked to its opening, which must have settled. A repo’s cash is the repurchase price of what is ' +
    'returned. Each lot goes back from the account that it came into, and comes back into the one that it left, unless you name others. ' +
    'Neither side can insist on a part return: the other one agrees by confirming it. In a part return, purchased or lent lots that you ' +
    'do not name stay outstanding. Collateral of a loan that you do not name goes back in proportion; --quantity 0@C1 leaves it.',
  positionals: {
    id: required(scalar(DeliveryId, 'ID', "the opening delivery's id", HEX_ID)),
  },
  options: {
    deliverAccount: terms.account('the account that you return from'),
    receiveAccount: terms.account('the account that you receive into'),
    lotAccount: lotAccountsOption,
    quantity: partsOption,
    lot: partLotOption,
    interest: withDefault(
      choice(
        ['on-part', 'at-end'],
        'when the interest on a part is paid: with that part, or with the last return',
        {
          group,
        },
      ),
      'on-part',
    ),
    repurchaseDate: terms.dayOf('the day of the return; required for an open repo'),
    answers: answersOption,
    description: terms.descriptionText,
    valueDate: terms.valueDate,
    ...proposingOptions,
  },
  examples: [
    `transfer return 0x${'5e'.repeat(32)} --repurchase-date 2026-11-30`,
    `transfer return 0x${'5e'.repeat(32)} --quantity 3,000,000 --repurchase-date 2026-11-26`,
    `transfer return 0x${'5e'.repeat(32)} --quantity 5,000,000@P1 --quantity 2,000,000@P2 --interest at-end`,
    `transfer return 0x${'5e'.repeat(32)} --quantity 400@L1 --quantity 0@C1`,
  ],
  async run(context) {
    const { positionals, options, signal } = context
    const investor = await connectAsInvestor(context)
    const { session, directory } = investor
    await refuseFourEyes(session, 'create', context)
    const { client, me } = session
    const opening = await getTransfer(client, positionals.id, { signal })
    const accounts = { deliver: options.deliverAccount, receive: options.receiveAccount }
    const loadDeal = () => getDeal(client, positionals.id, {}, { signal })
    const isPart = options.quantity.length > 0 || options.lot !== undefined
    const parameters = {
      deliveryId: positionals.id,
      quantities: isPart ? partsIn((await loadDeal()).deal, options) : undefined,
      interest: options.interest === 'at-end' ? ('AT_END' as const) : ('ON_PART' as const),
      accounts,
      lotAccounts: lotAccounts(options.lotAccount),
      repurchaseDate: options.repurchaseDate,
      answers: options.answers,
      description: options.description,
      valueDate: terms.midnightOf(options.valueDate),
    }
    const proposal = await proposeReturn(client, parameters, { signal })
    const loaded = await loadDeal()
    const other = directory.nameOf(opening.counterpartyAddr)
    const summary = [
      ...(proposal.isFull
        ? []
        : [
            `Neither side can insist on a part return: you ask for it, and ${other} agrees by confirming it.`,
          ]),
      ...returnSentences(proposal, {
        own: me.tenant,
        other,
        accountOf: (move) => returnAccount(move, loaded, me.tenant.address, parameters),
      }),
      'All legs settle together once everyone has confirmed.',
      ...terms.valueDateText(options.valueDate),
    ]
    return signDelivery(context, investor, summary, (how) => createReturn(client, parameters, how))
  },
  show: (answer) => showSigned(answer, showDone('Return {id} created')),
})
