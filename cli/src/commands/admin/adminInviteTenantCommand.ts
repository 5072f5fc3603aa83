import { TenantStrings } from '@connex/protocol'
import { inviteTenant } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'

export const adminInviteTenantCommand = command({
  path: 'admin invite-tenant',
  summary: "invite a tenant to the platform, as the platform's operator",
  about:
    "The answer holds a token, with which the tenant's first administrator confirms. connex admin register-tenant then puts " +
    'the tenant on the ledger.',
  words: { name: required(text('NAME', 'how the tenant is called', { of: TenantStrings.shape.name })) },
  options: connectionOptions,
  examples: ["admin invite-tenant 'Nordhafen Custody'"],
  async run(context) {
    const { client } = await connect(context)
    return inviteTenant(client, { name: context.words.name }, { signal: context.signal })
  },
  show: ({ id, name, token }) => `Invited: ${name}, number ${id}. Its token: ${token ?? ''}`,
})
