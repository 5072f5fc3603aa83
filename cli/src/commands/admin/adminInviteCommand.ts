import { Address, api } from '@connex/protocol'
import { createUser, grantPrivileges } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { scalar, text } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { privilegeOption } from './privilegeOption.ts'

export const adminInviteCommand = command({
  path: 'admin invite',
  summary: 'invite a user: to your server, and with privileges to the ledger',
  about:
    "The answer holds a token, with which the user's wallet accepts. With any privileges the wallet is funded for its " +
    'first transactions.',
  words: {
    wallet: required(scalar(Address, 'ADDRESS', "the user's wallet", 'is 0x and 40 digits of hex')),
    name: required(text('NAME', 'how the user is called', { of: api.createUser.body.shape.name })),
  },
  options: {
    privilege: privilegeOption,
    userId: text('ID', 'your own id of the user', { of: api.createUser.body.shape.userId }),
    ...signingOptions,
  },
  examples: ["admin invite 0x5b38… 'A. Keller' --privilege user.DAPP_USER,delivery.BACKOFFICE"],
  async run(context) {
    const { options, words } = context
    const { client } = await connectToSign(context)
    const userAddr = words.wallet
    const privileges = options.privilege
    const userId = options.userId === undefined ? {} : { userId: options.userId }
    const summary = [
      `You invite ${words.name}, wallet ${userAddr}: ${privileges.join(', ') || 'no privileges'}.`,
    ]
    return sign(context, summary, async (sending) => {
      if (sending.dryRun !== 'only')
        return createUser(client, { userAddr, name: words.name, ...userId, privileges }, sending)
      if (privileges.length > 0) await grantPrivileges(client, { userAddr, privileges }, sending)
      return { invitationToken: '' }
    })
  },
  show: (answer) =>
    showSigned(answer, ({ invitationToken }) => `Invited. The user's token: ${invitationToken}`),
})
