import { DeliveryId, SaltedText } from '@connex/protocol'
import { cancelBurnRequest, cancelMintRequest } from '@connex/sdk'
import { type Command, command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { scalar, text } from '../../command/optionKinds.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { enterMarket, refuseFourEyes } from '../../market/enterMarket.ts'

export const cancelMintCommand = cancelRequestCommand('mint', cancelMintRequest)
export const cancelBurnCommand = cancelRequestCommand('burn', cancelBurnRequest)

function cancelRequestCommand(kind: 'mint' | 'burn', cancel: typeof cancelMintRequest): Command {
  return command({
    path: `${kind} cancel`,
    summary: `take back a ${kind} request that waits for its custodian`,
    words: {
      id: required(scalar(DeliveryId, 'ID', "the request's delivery id", 'is 0x and 64 digits of hex')),
    },
    options: {
      reason: text('TEXT', 'why; the parties alone can read it', { of: SaltedText.shape.text }),
      ...signingOptions,
    },
    examples: [`${kind} cancel 0x${'5e'.repeat(32)}`],
    async run(context) {
      const { words, options } = context
      const { session } = await enterMarket(context)
      await refuseFourEyes(session, 'cancel', context)
      const parameters = { deliveryId: words.id, reason: options.reason }
      const summary = [
        `${session.me.tenant.name} takes back the ${kind} request ${words.id}. It is canceled at once.`,
      ]
      return sign(context, summary, async (how) => {
        const { txHash, block } = await cancel(session.client, parameters, how)
        return { deliveryId: words.id, txHash, block }
      })
    },
    show: (answer) =>
      showSigned(
        answer,
        ({ deliveryId, block }) => `The ${kind} request ${deliveryId} is canceled, in block ${block}.`,
      ),
  })
}
