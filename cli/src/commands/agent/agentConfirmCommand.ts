import { confirmAsRegistrar } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { deliveryWord } from '../../command/words.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'

export const agentConfirmCommand = command({
  path: 'agent confirm',
  summary: "give the transfer agent's or coordinator's confirmation of a delivery",
  words: deliveryWord,
  options: signingOptions,
  examples: ['agent confirm 0x9f…'],
  async run(context) {
    const { delivery } = context.words
    const { client } = await connectToSign(context)
    const summary = [`You confirm delivery ${delivery} as its transfer agent or coordinator.`]
    return sign(context, summary, async (options) => ({
      deliveryId: delivery,
      ...(await confirmAsRegistrar(client, delivery, options)),
    }))
  },
  show: (answer) => showSigned(answer, ({ deliveryId }) => `Confirmed: ${deliveryId}`),
})
