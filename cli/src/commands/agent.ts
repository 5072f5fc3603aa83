import { SaltedText } from '@connex/protocol'
import { createCustodyChain, offramp, onramp } from '@connex/sdk'
import { command } from '../command/Command.ts'
import { list, required, text } from '../command/Option.ts'
import { connectToSign } from '../connection/connect.ts'
import { proposingOptions } from '../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../connection/sign.ts'
import { findTenant, loadDirectory } from '../directory/directory.ts'
import { chainArgument, findCustodyChain, findRegistry, registryArgument } from '../directory/registries.ts'
import { ownedOptions, unitsOf } from '../directory/transferOptions.ts'
import { confirmationCommand } from './desk.ts'

export const agentCreateChainCommand = command({
  path: 'agent create-chain',
  summary: 'create a custody chain of your registry, with its transfer agent',
  positionals: registryArgument,
  options: {
    custodian: list(text('TENANT', "from the depositary's side to the holder's (default your tenant)")),
    agent: text('TENANT', 'the transfer agent (default your tenant)'),
    ...proposingOptions,
  },
  examples: ["agent create-chain DE000A1EWWW0 --custodian 'Nordhafen Custody, Meridian Registrars'"],
  async run(context) {
    const { options, positionals } = context
    const session = await connectToSign(context)
    const [registry, directory] = await Promise.all([
      findRegistry(session, positionals.registry, 'chains', context),
      loadDirectory(session, context),
    ])
    const { registryManagerAddr, registryId } = registry
    const own = session.me.tenant.address
    const named = options.custodian.map((name) => findTenant(directory, name))
    const custodians = named.length === 0 ? [own] : named
    const transferAgentAddr = options.agent === undefined ? own : findTenant(directory, options.agent)
    const names = custodians.map(directory.nameOf).join(' → ')
    const summary = [`You create a custody chain of ${registry.identifier}: ${names}.`]
    const parameters = { registryManagerAddr, registryId, custodians, transferAgentAddr }
    return signOrPropose(context, session.client, summary, (sending) =>
      createCustodyChain(session.client, parameters, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ custodyChainId }) => `Custody chain ${custodyChainId} created.`),
})

type Ramp = {
  name: 'onramp' | 'offramp'
  summary: string
  action: string
  preposition: 'into' | 'out of'
  done: string
}

/** On-ramp and off-ramp differ only in the verb. */
const rampCommand = ({ name, summary, action, preposition, done }: Ramp) =>
  command({
    path: `agent ${name}`,
    summary,
    positionals: chainArgument,
    options: {
      ...ownedOptions,
      reference: required(
        text('TEXT', 'your reference, visible to the owner; only its fingerprint goes on the ledger', {
          of: SaltedText.shape.text,
        }),
      ),
      ...proposingOptions,
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
      const parameters = {
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
      const what = `${options.quantity} of ${chain.identifier} ${preposition} account ${options.account} of ${owner}`
      const summary = [`${action} ${what}: ${options.reference}`, `The reference is visible to ${owner}.`]
      return signOrPropose(context, session.client, summary, (sending) =>
        verb(session.client, parameters, sending),
      )
    },
    show: (answer) => showSigned(answer, ({ block }) => `${done}, in block ${block}.`),
  })

export const agentOnrampCommand = rampCommand({
  name: 'onramp',
  summary: 'on-ramp a deposit into a custody chain',
  action: 'You on-ramp',
  preposition: 'into',
  done: 'On-ramped',
})

export const agentOfframpCommand = rampCommand({
  name: 'offramp',
  summary: 'off-ramp a quantity that its owner has marked for redemption (connex redeem)',
  action: 'You off-ramp',
  preposition: 'out of',
  done: 'Off-ramped',
})

export const agentConfirmCommand = confirmationCommand({
  path: 'agent confirm',
  summary: 'confirm a delivery as transfer agent or coordinator',
  examples: ['agent confirm 0x9f…'],
})
