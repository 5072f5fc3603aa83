import { AccountNumber } from '@connex/protocol'
import { markChainAssets } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { flag, required } from '../../command/Option.ts'
import { scalar } from '../../command/optionKinds.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { enterMarket } from '../../market/enterMarket.ts'
import { chainWord, findChain } from '../../market/findChain.ts'
import { ownedOptions, unitsOf } from '../../market/ownedOptions.ts'

export const redeemCommand = command({
  path: 'redeem',
  summary: 'ask that what you hold over a custody chain leaves it, or take that back',
  about:
    'connex holdings --by chain shows the chains. What is asked for does not move any more; the transfer agent lets it ' +
    'out with connex agent offramp.',
  words: chainWord,
  options: {
    account: required(scalar(AccountNumber, 'NUMBER', 'your account', 'is an account number above 0')),
    quantity: ownedOptions.quantity,
    takeBack: flag('it stays after all'),
    ...signingOptions,
  },
  examples: [
    'redeem 0x4c… --account 1001 --quantity 500',
    'redeem 0x4c… --account 1001 --quantity 500 --take-back',
  ],
  async run(context) {
    const { options, words } = context
    const { session, market } = await enterMarket(context)
    const chain = await findChain(session, words.chain, context)
    const { account, quantity, takeBack } = options
    const { registryManagerAddr, registryId, transferAgentAddr } = chain
    const asked = {
      registryManagerAddr,
      registryId,
      chainId: words.chain,
      account,
      quantity: unitsOf(quantity, chain),
      for: 'redemption' as const,
      isTakenBack: takeBack,
    }
    const what = `${quantity} of ${chain.identifier} in account ${account}`
    const agent = market.nameOf(transferAgentAddr)
    const summary = takeBack
      ? [`${session.me.tenant.name} keeps ${what} after all: it is free again at once.`]
      : [
          `${session.me.tenant.name} asks that ${what} be let out.`,
          `It does not move any more; ${agent} lets it out.`,
        ]
    return sign(context, summary, async (how) => ({
      ...(await markChainAssets(session.client, asked, how)),
      turn: takeBack ? 'It is free again.' : `Next: ${agent} has to off-ramp it.`,
    }))
  },
  show: (answer) => showSigned(answer, ({ block, turn }) => `Done, in block ${block}.\n${turn}`),
})
