import { SaltedText } from '@connex/protocol'
import { createCustodyChain, offramp, onramp } from '@connex/sdk'
import { command } from '../command/Command.ts'
import { list, required, text } from '../command/Option.ts'
import { connectToSign } from '../connection/connect.ts'
import { signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { findTenant, loadDirectory } from '../directory/directory.ts'
import { chainArgument, findCustodyChain, findRegistry, registryArgument } from '../directory/registries.ts'
import { ownedOptions, unitsOf } from '../directory/transferOptions.ts'
import { confirmationCommand } from './desk.ts'

export const agentCreateChainCommand = command({
  path: 'agent create-chain',
  summary: 'describe a custody chain of your register, and name its transfer agent',
  positionals: registryArgument,
  options: {
    custodian: list(text('TENANT', "from the depositary's side to the holder's; default your tenant")),
    agent: text('TENANT', 'who on-ramps and off-ramps; default your tenant'),
    ...signingOptions,
  },
  examples: ["agent create-chain DE000A1EWWW0 --custodian 'Nordhafen Custody, Meridian Registrars'"],
  async run(context) {
    const { options, positionals } = context
    const session = await connectToSign(context)
    const [register, directory] = await Promise.all([
      findRegistry(session, positionals.register, 'chains', context),
      loadDirectory(session, context),
    ])
    const { registryManagerAddr, registryId } = register
    const own = session.me.tenant.address
    const named = options.custodian.map((name) => findTenant(directory, name))
    const custodians = named.length === 0 ? [own] : named
    const transferAgentAddr = options.agent === undefined ? own : findTenant(directory, options.agent)
    const names = custodians.map(directory.nameOf).join(' → ')
    const summary = [`You describe a custody chain of ${register.identifier}: ${names}.`]
    const asked = { registryManagerAddr, registryId, custodians, transferAgentAddr }
    return sign(context, summary, async (sending) => {
      const { custodyChainId, ...sent } = await createCustodyChain(session.client, asked, sending)
      return { chainId: custodyChainId, ...sent }
    })
  },
  show: (answer) => showSigned(answer, ({ chainId }) => `Created: chain ${chainId}`),
})

type Ramp = {
  name: 'onramp' | 'offramp'
  summary: string
  says: string
  side: 'into' | 'out of'
  done: string
}

/** On-ramp and off-ramp differ in their verb alone. */
export const rampCommand = ({ name, summary, says, side, done }: Ramp) =>
  command({
    path: `agent ${name}`,
    summary,
    positionals: chainArgument,
    options: {
      ...ownedOptions,
      reference: required(
        text('TEXT', 'your own reference; the owner reads it, the ledger keeps its fingerprint', {
          of: SaltedText.shape.text,
        }),
      ),
      ...signingOptions,
    },
    examples: [
      `agent ${name} 0x4c… --owner Alpenbank --account 1001 --quantity 500 --reference DEP-2026-114`,
    ],
    async run(context) {
      const { options, positionals } = context
      const session = await connectToSign(context)
      const [chain, directory] = await Promise.all([
        findCustodyChain(session, positionals.chain, context),
        loadDirectory(session, context),
      ])
      const ownerAddr = findTenant(directory, options.owner)
      const asked = {
        registryManagerAddr: chain.registryManagerAddr,
        registryId: chain.registryId,
        custodyChainId: positionals.chain,
        ownerAddr,
        account: options.account,
        quantity: unitsOf(options.quantity, chain),
        reference: options.reference,
      }
      const verb = name === 'onramp' ? onramp : offramp
      const owner = directory.nameOf(ownerAddr)
      const told = `${options.quantity} of ${chain.identifier} ${side} account ${options.account} of ${owner}`
      const summary = [`${says} ${told}: ${options.reference}`, `${owner} can read the reference.`]
      return sign(context, summary, (sending) => verb(session.client, asked, sending))
    },
    show: (answer) => showSigned(answer, ({ block }) => `${done}, in block ${block}.`),
  })

export const agentOnrampCommand = rampCommand({
  name: 'onramp',
  summary: 'bring in over a chain what its last custodian has got',
  says: 'You on-ramp',
  side: 'into',
  done: 'On-ramped',
})

export const agentOfframpCommand = rampCommand({
  name: 'offramp',
  summary: 'let out over a chain what its owner has marked (connex redeem)',
  says: 'You off-ramp',
  side: 'out of',
  done: 'Off-ramped',
})

export const agentConfirmCommand = confirmationCommand({
  path: 'agent confirm',
  summary: "give the transfer agent's or coordinator's confirmation of a delivery",
  examples: ['agent confirm 0x9f…'],
})
