import { workflowConfig } from '@connex/contracts/deploy'
import { everyPage, listDapps, registerTenant } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'

const MANAGERS = ['AccountRegistryManager', 'EntryRegistryManager', 'ChainRegistryManager'] as const

export const adminRegisterTenantCommand = command({
  path: 'admin register-tenant',
  summary: "put a tenant on the ledger that has confirmed its invitation, as the platform's operator",
  about:
    'It gets a controller for every dApp, in which each function asks for one signature, and its first administrator is ' +
    'funded. What it may be on a dApp, such as investor, connex admin grant says.',
  words: { invitation: required(text('NUMBER', "the invitation's")) },
  options: signingOptions,
  examples: ['admin register-tenant 3'],
  async run(context) {
    const { words, signal } = context
    const { client } = await connectToSign(context)
    const dapps = await everyPage((page) => listDapps(client, page, { signal }))
    const controllers = dapps.map(({ address, type, shortName }) => ({
      dapp: address,
      config: workflowConfig(
        type,
        MANAGERS.find((name) => name === shortName),
      ),
    }))
    const summary = [`You put the tenant of invitation ${words.invitation} on the ledger.`]
    return sign(context, summary, (sending) =>
      registerTenant(client, { id: words.invitation, controllers }, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Registered, in block ${block}.`),
})
