import { createFopTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import * as terms from '../../market/dealOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'
import { findCounterparty, findCustodian } from '../../market/find.ts'
import { openBooks } from '../../market/openBooks.ts'
import { readAsset } from '../../market/readAsset.ts'
import { showCreated } from './showCreated.ts'

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
    const { options, signal } = context
    const { session, market } = await enterMarket(context)
    await refuseFourEyes(session, 'create', context)
    const { direction, account, description } = options
    const custodian = findCustodian(market, options.custodian)
    const counterparty = findCounterparty(market, options.counterparty)
    const delivers = direction === 'DELIVER'
    const asked = {
      custodian,
      instrument: options.instrument,
      account,
      quantity: options.quantity,
      leaves: delivers,
    }
    const { asset, text } = await readAsset(openBooks(session, signal), asked)
    const own = session.me.tenant.name
    const summary = [
      delivers
        ? `${own} delivers ${text} from account ${account} to ${counterparty.name}, free of payment.`
        : `${own} receives ${text} into account ${account} from ${counterparty.name}, free of payment.`,
      delivers
        ? `It is earmarked at once, and moves when ${counterparty.name} and ${custodian.label} have confirmed.`
        : `It moves when ${counterparty.name} has confirmed the delivery and ${custodian.label} the whole.`,
      ...terms.valueDateText(options.valueDate),
    ]
    const parameters = {
      ...asset,
      direction,
      counterpartyAddr: counterparty.address,
      description,
      valueDate: terms.midnightOf(options.valueDate),
    }
    return sign(context, summary, (how) => createFopTransfer(session.client, parameters, how))
  },
  show: (answer) => showSigned(answer, showCreated('The transfer')),
})
