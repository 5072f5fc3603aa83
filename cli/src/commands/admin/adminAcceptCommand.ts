import { TenantStrings } from '@connex/protocol'
import { acceptInvitation, confirmInvitation } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { openWallet } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'

export const adminAcceptCommand = command({
  path: 'admin accept',
  summary: 'accept an invitation with its token: as a user, or as the first administrator of a tenant',
  words: { token: required(text('TOKEN', 'of the invitation')) },
  options: {
    as: text('NAME', "the new tenant's name, where a tenant was invited", { of: TenantStrings.shape.name }),
    api: text('URL', "the new tenant's server", { of: TenantStrings.shape.api }),
    lei: text('LEI', "the new tenant's legal entity identifier", { of: TenantStrings.shape.lei }),
    ...connectionOptions,
  },
  examples: [
    'admin accept aB3…',
    "admin accept aB3… --as 'Nordhafen Custody' --api https://nordhafen.example",
  ],
  async run(context) {
    const { options, words, signal } = context
    const { client } = await openWallet(context)
    if (options.as === undefined) {
      const { name, status } = await acceptInvitation(client, { token: words.token }, { signal })
      return { name, status }
    }
    const tenant = { name: options.as, api: options.api ?? '', lei: options.lei ?? '' }
    const { state } = await confirmInvitation(client, { token: words.token, tenant }, { signal })
    return { name: tenant.name, status: state }
  },
  show: ({ name, status }) => `${name}: ${status}`,
})
