import { actionsFor } from '@connex/protocol'
import { ClientError, getTransfer, refuseAsRegistrar } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { deliveryWord, reasonOption } from '../../command/words.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { readMarket } from '../../market/readMarket.ts'
import { showDone, signDelivery } from '../../market/signDelivery.ts'
import { outsideTexts, tellLegs } from '../../market/tellLegs.ts'
import { turnText } from '../../market/turnText.ts'

export const deskRefuseCommand = command({
  path: 'desk refuse',
  summary: 'refuse a delivery, which cancels it, with a reason for its parties',
  about: 'A payment that was reported has to be returned outside the ledger.',
  words: deliveryWord,
  options: { ...reasonOption, ...signingOptions },
  examples: ["desk refuse 0x9f… --reason 'The deposit has not arrived'"],
  async run(context) {
    const { delivery: deliveryId } = context.words
    const { options, signal } = context
    const { reason } = options
    const session = await connectToSign(context)
    const { client, me } = session
    const [transfer, market] = await Promise.all([
      getTransfer(client, deliveryId, { signal }),
      readMarket(session, context),
    ])
    const kind = actionsFor(transfer, me.tenant.address).cancel?.kind
    if (kind === undefined) throw new ClientError('notCancelable', turnText(transfer, market))
    if (kind !== 'refuse') throw new ClientError('notCancelable', NOT_REGISTRAR)
    const summary = [
      ...tellLegs(transfer, market),
      `${me.tenant.name} refuses this: ${reason}`,
      'It is canceled for all its parties, who can read the reason.',
      ...outsideTexts(transfer),
    ]
    return signDelivery(context, { session, market }, summary, async (how) => ({
      deliveryId,
      ...(await refuseAsRegistrar(client, { deliveryId, reason }, how)),
    }))
  },
  show: (answer) => showSigned(answer, showDone('The delivery {id} is refused')),
})

const NOT_REGISTRAR = 'It is not its registrar: connex transfer cancel is the way for its parties.'
