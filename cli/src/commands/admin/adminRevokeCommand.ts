import { changeTenantPrivileges, revokePrivileges } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findHolder, holderOptions, holderWord } from './findHolder.ts'

export const adminRevokeCommand = command({
  path: 'admin revoke',
  summary: 'take privileges from a user of your tenant, or from a tenant on a dApp',
  about:
    "What a tenant is on a dApp, such as registry.INVESTOR, is for the dApp's operator to say: with --dapp.",
  words: holderWord,
  options: { ...holderOptions, ...signingOptions },
  examples: [
    'admin revoke a.keller --privilege delivery.BACKOFFICE',
    'admin revoke Alpenbank --dapp AccountRegistryManager --privilege registry.INVESTOR',
  ],
  async run(context) {
    const { privilege: privileges } = context.options
    const session = await connectToSign(context)
    const holder = await findHolder(session, context)
    const summary = [`You revoke from ${holder.name}: ${privileges.join(', ')}${holder.where}.`]
    return sign(context, summary, (sending) =>
      holder.kind === 'tenant'
        ? changeTenantPrivileges(session.client, { ...holder.target, revoked: privileges }, sending)
        : revokePrivileges(session.client, { userAddr: holder.userAddr, privileges }, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})
