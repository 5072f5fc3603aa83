import { createFopTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { showSigned } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import * as terms from '../../market/dealOptions.ts'
import { openDeal } from '../../market/openDeal.ts'
import { showDone, signDelivery } from '../../market/signDelivery.ts'

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
    const deal = await openDeal(context)
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
