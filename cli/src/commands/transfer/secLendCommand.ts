import { createSecLendTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { showSigned } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import * as terms from '../../market/dealOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'
import { findCounterparty, findCustodian } from '../../market/find.ts'
import { openBooks } from '../../market/openBooks.ts'
import { readAsset } from '../../market/readAsset.ts'
import { showDone, signDelivery } from '../../market/signDelivery.ts'

export const secLendCommand = command({
  path: 'transfer sec-lend',
  summary: 'securities lending: a loan against collateral, delivered together',
  about: 'DELIVER lends: what your tenant receives is the collateral. RECEIVE borrows: what it delivers is.',
  options: {
    direction: terms.direction('DELIVER: you lend; RECEIVE: you borrow'),
    custodian: terms.custodian,
    counterparty: terms.counterparty,
    deliverInstrument: required(terms.words('ID', 'what you deliver')),
    deliverAccount: required(terms.account('your account that it leaves')),
    deliverQuantity: required(terms.words('N', 'how much of it')),
    receiveInstrument: required(terms.words('ID', 'what you receive')),
    receiveAccount: required(terms.account('your account that it comes into')),
    receiveQuantity: required(terms.words('N', 'how much of it')),
    receiveCustodian: terms.words('NAME', 'the custodian of what you receive, where it is another one'),
    description: terms.description,
    valueDate: terms.valueDate,
    ...signingOptions,
  },
  examples: [
    "transfer sec-lend --direction deliver --custodian 'Meridian Registrars' --counterparty 'Rhône Capital' --deliver-instrument DE000A2LQ5M4 --deliver-account 4100118 --deliver-quantity 1,000 --receive-instrument A40HB2 --receive-account 4100118 --receive-quantity 5,000 --description 'Loan of the week'",
  ],
  async run(context) {
    const { options, signal } = context
    const deal = await enterMarket(context)
    const { session, market } = deal
    await refuseFourEyes(session, 'create', context)
    const custodian = findCustodian(market, options.custodian)
    const other =
      options.receiveCustodian === undefined ? custodian : findCustodian(market, options.receiveCustodian)
    const counterparty = findCounterparty(market, options.counterparty)
    const books = openBooks(session, signal)
    const [out, back] = await Promise.all([
      readAsset(books, {
        custodian,
        instrument: options.deliverInstrument,
        account: options.deliverAccount,
        quantity: options.deliverQuantity,
        leaves: true,
      }),
      readAsset(books, {
        custodian: other,
        instrument: options.receiveInstrument,
        account: options.receiveAccount,
        quantity: options.receiveQuantity,
        leaves: false,
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
