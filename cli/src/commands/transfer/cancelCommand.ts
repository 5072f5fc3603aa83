import { actionsFor, type CancelKind, DeliveryId, SaltedText, type Transfer } from '@connex/protocol'
import { cancelTransfer, ClientError, getTransfer } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { scalar, text } from '../../command/optionKinds.ts'
import { showSigned } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'
import type { Market } from '../../market/readMarket.ts'
import { showDone, signDelivery } from '../../market/signDelivery.ts'
import { outsideTexts, tellLegs } from '../../market/tellLegs.ts'
import { turnText } from '../../market/turnText.ts'

export const cancelCommand = command({
  path: 'transfer cancel',
  summary: 'cancel a transfer, ask the other side to, or agree to what it asked',
  about:
    'While somebody still owes a confirmation one side cancels alone. Once all have confirmed, or a payment was ' +
    'reported, the first to cancel asks, and the other side’s cancel executes it.',
  words: { id: required(scalar(DeliveryId, 'ID', "the delivery's id", 'is 0x and 64 digits of hex')) },
  options: {
    reason: text('TEXT', 'why; the parties alone can read it', { of: SaltedText.shape.text }),
    ...signingOptions,
  },
  examples: [`transfer cancel 0x${'5e'.repeat(32)} --reason 'Wrong quantity'`],
  async run(context) {
    const { words, options, signal } = context
    const deal = await enterMarket(context)
    const { session, market } = deal
    const { client, me } = session
    const transfer = await getTransfer(client, words.id, { signal })
    const { cancel, cancelRequested } = actionsFor(transfer, me.tenant.address)
    const other = market.nameOf(transfer.counterpartyAddr)
    if (cancel === undefined) {
      const asked = `You have asked for it already: it is canceled when ${other} agrees.`
      throw new ClientError('notCancelable', cancelRequested ? asked : turnText(transfer, market))
    }
    await refuseFourEyes(session, 'cancel', context)
    const { kind } = cancel
    const parameters = { deliveryId: words.id, reason: options.reason }
    const summary = cancellationSummary(kind, transfer, me.tenant.name, market)
    return signDelivery(context, deal, summary, async (how) => {
      const { txHash, block } = await cancelTransfer(client, parameters, how)
      return { deliveryId: words.id, kind, txHash, block }
    })
  },
  show: (answer) => showSigned(answer, (made) => showDone(done[made.kind])(made)),
})

const sentences: Record<CancelKind, (own: string, other: string) => string> = {
  cancel: (own) => `${own} cancels this. What is earmarked for it is free again at once.`,
  requestCancel: (own, other) => `${own} asks to cancel this. It is canceled when ${other} agrees.`,
  agreeCancel: (own, other) => `${own} agrees to cancel this, as ${other} has asked. It is canceled at once.`,
  refuse: (own) => `${own} refuses this. It is canceled at once.`,
}

const done: Record<CancelKind, string> = {
  cancel: 'The transfer {id} is canceled',
  requestCancel: 'Cancelling of the transfer {id} is asked for',
  agreeCancel: 'The transfer {id} is canceled',
  refuse: 'The transfer {id} is refused',
}

const cancellationSummary = (kind: CancelKind, transfer: Transfer, own: string, market: Market): string[] => [
  ...tellLegs(transfer, market),
  sentences[kind](own, market.nameOf(transfer.counterpartyAddr)),
  ...outsideTexts(transfer),
]
