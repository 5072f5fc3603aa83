import { actionsFor, type CancelKind, DeliveryId } from '@connex/protocol'
import { cancelTransfer, ClientError, getTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { scalar, text } from '../../command/optionKinds.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'
import { typeTexts } from '../transfers/transferTexts.ts'

export const cancelCommand = command({
  path: 'transfer cancel',
  summary: 'cancel a transfer, ask the other side to, or agree to what it asked',
  about:
    'While somebody still owes a confirmation one side cancels alone. Once all have confirmed, or a payment was ' +
    'reported, the first to cancel asks, and the other side’s cancel executes it.',
  words: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", 'is 0x and 64 digits of hex')) },
  options: { reason: text('TEXT', 'why; the parties alone can read it'), ...signingOptions },
  examples: [`transfer cancel 0x${'5e'.repeat(32)} --reason 'Wrong quantity'`],
  async run(context) {
    const { words, options, signal } = context
    const { session, market } = await enterMarket(context)
    const { client, me } = session
    const transfer = await getTransfer(client, words.id, { signal })
    const kind = actionsFor(transfer, me.tenant.address).cancel?.kind
    if (kind === undefined) throw new ClientError('notCancelable')
    await refuseFourEyes(session, 'cancel', context)
    const what = `the ${typeTexts[transfer.transferType]} with ${market.nameOf(transfer.counterpartyAddr)}`
    const parameters = { deliveryId: words.id, reason: options.reason }
    return sign(context, [sentences[kind](me.tenant.name, what)], async (how) => {
      const { txHash, block } = await cancelTransfer(client, parameters, how)
      return { deliveryId: words.id, kind, txHash, block }
    })
  },
  show: (answer) =>
    showSigned(answer, ({ deliveryId, kind, block }) => `${done[kind]} ${deliveryId}, in block ${block}.`),
})

const sentences: Record<CancelKind, (own: string, what: string) => string> = {
  cancel: (own, what) => `${own} cancels ${what}. What was earmarked for it is free again at once.`,
  requestCancel: (own, what) => `${own} asks to cancel ${what}. It is canceled when the other side agrees.`,
  agreeCancel: (own, what) =>
    `${own} agrees to cancel ${what}, as the other side asked. It is canceled at once.`,
  refuse: (own, what) => `${own} refuses ${what}. It is canceled at once.`,
}

const done: Record<CancelKind, string> = {
  cancel: 'Canceled is',
  requestCancel: 'Cancelling is asked for of',
  agreeCancel: 'Canceled is',
  refuse: 'Refused is',
}
