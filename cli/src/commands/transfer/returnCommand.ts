import { DeliveryId } from '@connex/protocol'
import { createReturn, getTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { scalar } from '../../command/optionKinds.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import * as terms from '../../market/dealOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'
import { assetText } from '../transfers/showTransfers.ts'
import { showCreated } from './showCreated.ts'

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
    description: terms.words('TEXT', 'what it is for; the parties alone can read it'),
    valueDate: terms.valueDate,
    ...signingOptions,
  },
  examples: [`transfer return 0x${'5e'.repeat(32)} --repurchase-date 2026-11-30`],
  async run(context) {
    const { words, options, signal } = context
    const { session, market } = await enterMarket(context)
    await refuseFourEyes(session, 'create', context)
    const { client, me } = session
    const opening = await getTransfer(client, words.id, { signal })
    const other = market.nameOf(opening.counterpartyAddr)
    const [given, got] = [assetText(opening, 'deliver'), assetText(opening, 'receive')]
    const isRepo = opening.transferType === 'REPO'
    const summary = [
      `${me.tenant.name} closes the transfer ${words.id}: what it delivered (${given}) comes back from ${other}, what it received (${got}) goes back.`,
      ...(isRepo ? ['The cash that goes back is the repurchase price, by the terms of the opening.'] : []),
      ...terms.valueDateText(options.valueDate),
    ]
    const parameters = {
      deliveryId: words.id,
      accounts: { deliver: options.deliverAccount, receive: options.receiveAccount },
      repurchaseDate: options.repurchaseDate,
      description: options.description,
      valueDate: terms.midnightOf(options.valueDate),
    }
    return sign(context, summary, (how) => createReturn(client, parameters, how))
  },
  show: (answer) => showSigned(answer, showCreated('The closing')),
})
