import { createChain } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { list } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findTenant } from '../../market/find.ts'
import { findRegister, registerWord } from '../../market/findRegister.ts'
import { readMarket } from '../../market/readMarket.ts'

export const agentCreateChainCommand = command({
  path: 'agent create-chain',
  summary: 'describe a custody chain of your register, and name its transfer agent',
  words: registerWord,
  options: {
    custodian: list(text('TENANT', "from the depositary's side to the holder's; default your tenant")),
    agent: text('TENANT', 'who on-ramps and off-ramps; default your tenant'),
    ...signingOptions,
  },
  examples: ["agent create-chain DE000A1EWWW0 --custodian 'Nordhafen Custody, Meridian Registrars'"],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const [register, market] = await Promise.all([
      findRegister(session, words.register, 'chains', context),
      readMarket(session, context),
    ])
    const { registryManagerAddr, registryId } = register
    const own = session.me.tenant.address
    const named = options.custodian.map((name) => findTenant(market, name))
    const custodians = named.length === 0 ? [own] : named
    const transferAgentAddr = options.agent === undefined ? own : findTenant(market, options.agent)
    const names = custodians.map(market.nameOf).join(' → ')
    const summary = [`You describe a custody chain of ${register.identifier}: ${names}.`]
    const asked = { registryManagerAddr, registryId, custodians, transferAgentAddr }
    return sign(context, summary, (sending) => createChain(session.client, asked, sending))
  },
  show: (answer) => showSigned(answer, ({ chainId }) => `Created: chain ${chainId}`),
})
