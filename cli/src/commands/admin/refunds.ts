// What the platform pays its users for their ledger transactions.
import { call, fundPlatform, setRefundLimits } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required, wei } from '../../command/Option.ts'
import { connectToSign } from '../../connection/connect.ts'
import { proposingOptions, signingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, sign, signOrPropose } from '../../connection/sign.ts'
import { fieldList } from '../../terminal/table.ts'

export const adminRefundLimitsCommand = command({
  path: 'admin refund-limits',
  summary: 'show or change the refund threshold and limit',
  about:
    'Amounts are in wei. A user below the threshold is topped up to the limit. Only the operator can change them.',
  options: {
    threshold: wei('the new threshold, at least 48000000'),
    limit: wei('the new limit, from the threshold to 100 times the threshold'),
    ...proposingOptions,
  },
  examples: ['admin refund-limits', 'admin refund-limits --threshold 48000000 --limit 480000000'],
  async run(context) {
    const { options, signal } = context
    const { client } = await connectToSign(context)
    const { refundThreshold, refundLimit } = await call(client, 'platform', { signal })
    if (options.threshold === undefined && options.limit === undefined)
      return { refundThreshold, refundLimit }
    const limits = {
      refundThreshold: BigInt(options.threshold ?? refundThreshold),
      refundLimit: BigInt(options.limit ?? refundLimit),
    }
    const summary = [`Users below ${limits.refundThreshold} wei are topped up to ${limits.refundLimit} wei.`]
    return signOrPropose(context, client, summary, (sending) => setRefundLimits(client, limits, sending))
  },
  show: (answer) =>
    'refundThreshold' in answer
      ? fieldList([
          ['Threshold', `${answer.refundThreshold} wei`],
          ['Limit', `${answer.refundLimit} wei`],
        ])
      : showSigned(answer, ({ block }: { block: number }) => `Done, in block ${block}.`),
})

export const adminFundRefundsCommand = command({
  path: 'admin fund-refunds',
  summary: 'add coins to the funds from which the platform refunds its users',
  about:
    'Your wallet itself pays, not your tenant. If permissioning is in use, the ledger takes funds only from the users of the ' +
    "operator's tenant.",
  positionals: { amount: required(wei('the amount')) },
  options: signingOptions,
  examples: ['admin fund-refunds 1000000000000000000 --dry-run'],
  async run(context) {
    const { amount } = context.positionals
    const { signal } = context
    const { client, me } = await connectToSign(context)
    const { address, refundLimit } = await call(client, 'platform', { signal })
    const body = { method: 'eth_getBalance', params: [address, 'latest'] }
    const before = BigInt(String((await call(client, 'rpc', { body, signal })).result))
    const refunds = (before + amount) / BigInt(refundLimit)
    const summary = [
      `Your wallet ${me.user.userAddr} pays ${amount} wei to the platform. Only its operator can withdraw it again.`,
      `The platform then has ${before + amount} wei: ${refunds} refunds of an empty wallet up to the limit of ${refundLimit} wei.`,
    ]
    return sign(context, summary, async (sending) => ({
      amount,
      ...(await fundPlatform(client, { amount }, sending)),
    }))
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})
