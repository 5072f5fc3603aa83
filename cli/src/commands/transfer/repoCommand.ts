import { Cash, Currency, DEFAULT_CURRENCY, formatCash, repurchasePrice } from '@connex/protocol'
import { createRepoTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required, withDefault } from '../../command/Option.ts'
import { choice, scalar } from '../../command/optionKinds.ts'
import { showSigned } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import * as terms from '../../market/dealOptions.ts'
import { openDeal } from '../../market/openDeal.ts'
import { readRepoTerms } from '../../market/readRepoTerms.ts'
import { showDone, signDelivery } from '../../market/signDelivery.ts'

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
    rate: required(terms.words('RATE', 'per cent a year, such as 2.14')),
    dayCount: withDefault(choice(['ACT/360', 'ACT/365'], 'how days are counted', { group }), 'ACT/360'),
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
    const deal = await openDeal(context)
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
