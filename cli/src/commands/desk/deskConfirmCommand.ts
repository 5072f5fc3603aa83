import { confirmAsRegistrar } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { deliveryWord } from '../../command/words.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'

export const deskConfirmCommand = command({
  path: 'desk confirm',
  summary: "give the registrar's confirmation; it settles the delivery",
  words: deliveryWord,
  options: signingOptions,
  examples: ['desk confirm 0x9f…', 'desk confirm 0x9f… --dry-run'],
  async run(context) {
    const { delivery } = context.words
    const { client } = await connectToSign(context)
    const summary = [`You confirm delivery ${delivery} as its registrar. What is settled cannot be undone.`]
    return sign(context, summary, async (options) => ({
      deliveryId: delivery,
      ...(await confirmAsRegistrar(client, delivery, options)),
    }))
  },
  show: (answer) => showSigned(answer, ({ deliveryId }) => `Confirmed: ${deliveryId}`),
})
