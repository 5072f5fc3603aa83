import { call, setRefundLimits } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { whole } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { facts } from '../../terminal/table.ts'

export const adminRefundLimitsCommand = command({
  path: 'admin refund-limits',
  summary: 'below which balance users are topped up, and up to which; or change both',
  about: 'In wei. The operator alone may change them.',
  options: {
    threshold: whole('WEI', 'the new threshold, at least 48000000'),
    limit: whole('WEI', 'the new limit, from the threshold to a hundred times that'),
    ...signingOptions,
  },
  examples: ['admin refund-limits', 'admin refund-limits --threshold 48000000 --limit 480000000'],
  async run(context) {
    const { options, signal } = context
    const { client } = await connectToSign(context)
    const { refundThreshold, refundLimit } = await call(client, 'platform', { signal })
    if (options.threshold === undefined && options.limit === undefined)
      return { refundThreshold, refundLimit }
    const asked = {
      refundThreshold: BigInt(options.threshold ?? refundThreshold),
      refundLimit: BigInt(options.limit ?? refundLimit),
    }
    const summary = [`Users below ${asked.refundThreshold} wei are topped up to ${asked.refundLimit} wei.`]
    return sign(context, summary, (sending) => setRefundLimits(client, asked, sending))
  },
  show: (answer) =>
    'refundThreshold' in answer
      ? facts([
          ['Threshold', `${answer.refundThreshold} wei`],
          ['Limit', `${answer.refundLimit} wei`],
        ])
      : showSigned(answer, ({ block }: { block: number }) => `Done, in block ${block}.`),
})
