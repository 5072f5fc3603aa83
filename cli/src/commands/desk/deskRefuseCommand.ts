import { refuseAsRegistrar } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { deliveryWord, reasonOption } from '../../command/words.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'

export const deskRefuseCommand = command({
  path: 'desk refuse',
  summary: 'refuse a delivery, which cancels it, with a reason for its parties',
  about: 'A payment that was reported has to be returned outside the ledger.',
  words: deliveryWord,
  options: { ...reasonOption, ...signingOptions },
  examples: ["desk refuse 0x9f… --reason 'The deposit has not arrived'"],
  async run(context) {
    const { delivery: deliveryId } = context.words
    const { reason } = context.options
    const { client } = await connectToSign(context)
    const summary = [`You refuse delivery ${deliveryId}: ${reason}`, 'That cancels it for all its parties.']
    return sign(context, summary, async (options) => ({
      deliveryId,
      ...(await refuseAsRegistrar(client, { deliveryId, reason }, options)),
    }))
  },
  show: (answer) => showSigned(answer, ({ deliveryId }) => `Refused: ${deliveryId}`),
})
