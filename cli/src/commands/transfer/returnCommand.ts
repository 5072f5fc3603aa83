import { DeliveryId } from '@connex/protocol'
import { createReturn, getTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { scalar } from '../../command/optionKinds.ts'
import { showSigned } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import * as terms from '../../market/dealOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'
import { showDone, signDelivery } from '../../market/signDelivery.ts'
import { tellReturn } from '../../market/tellReturn.ts'

export const returnCommand = command({
  path: 'transfer return',
  summary: 'the closing of a repo or a securities loan: everything goes back',
  about:
    'A new transfer linked with its opening, which has to be settled. A repo’s cash is its repurchase price. Accounts are ' +
    'those of the opening unless others are named.',
  words: {
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
    const { words, options, signal } = context
    const deal = await enterMarket(context)
    const { session, market } = deal
    await refuseFourEyes(session, 'create', context)
    const { client, me } = session
    const opening = await getTransfer(client, words.id, { signal })
    const parameters = {
      deliveryId: words.id,
      accounts: { deliver: options.deliverAccount, receive: options.receiveAccount },
      repurchaseDate: options.repurchaseDate,
      description: options.description,
      valueDate: terms.midnightOf(options.valueDate),
    }
    const names = { own: me.tenant.name, other: market.nameOf(opening.counterpartyAddr) }
    const summary = [
      ...(await tellReturn(client, opening, { ...parameters, ...names }, signal)),
      'All of it goes back together, once everybody has confirmed.',
      ...terms.valueDateText(options.valueDate),
    ]
    return signDelivery(context, deal, summary, (how) => createReturn(client, parameters, how))
  },
  show: (answer) => showSigned(answer, showDone('The closing {id} is created')),
})
