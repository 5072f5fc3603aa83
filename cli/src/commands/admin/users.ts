import { SORT_COLUMNS, Address, api, Seconds, TenantStrings } from '@connex/protocol'
import type { CallAnswer } from '@connex/protocol'
import {
  ApiError,
  acceptInvitation,
  changeTenantPrivileges,
  confirmInvitation,
  createUser,
  grantPrivileges,
  listUsers,
  revokePrivileges,
  updateUser,
} from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { flag, required, scalar, text, time } from '../../command/Option.ts'
import { listOptions, listQuery } from '../../command/listOptions.ts'
import { connect, connectToSign, openWallet } from '../../connection/connect.ts'
import { connectionOptions, proposingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../../connection/sign.ts'
import { listing } from '../../terminal/listing.ts'
import { timeText } from '../../terminal/text.ts'
import { checkIdentifier, forceOption } from '../../directory/identifiers.ts'
import { ROLES } from '../../directory/roles.ts'
import {
  findHolder,
  findUser,
  holderArgument,
  holderOptions,
  privilegeOption,
  privilegesFor,
  requireEffect,
  requirePrivileges,
  roleOption,
} from './privilegeHolder.ts'

export const adminUsersCommand = command({
  path: 'admin users',
  summary: "your tenant's users: status, lock and privileges",
  options: { ...listOptions(SORT_COLUMNS.users), ...connectionOptions },
  examples: ['admin users', 'admin users --json'],
  async run(context) {
    const { client } = await connect(context)
    const { options, signal } = context
    return { ...(await listUsers(client, listQuery(options), { signal })), page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'User', of: ({ name }) => name },
        { title: 'Wallet', of: ({ userAddr }) => userAddr },
        { title: 'Status', of: ({ status }) => status },
        {
          title: 'Locked until',
          of: ({ lockExpiration }) => (lockExpiration === null ? '' : timeText(lockExpiration)),
        },
        { title: 'Privileges', of: ({ privileges }) => privileges.join(', ') },
      ],
      'No users found.',
    ),
})

const serverChecks = 'Your server checks the invitation when you send it. Nothing was signed.'

export const adminInviteCommand = command({
  path: 'admin invite',
  summary: 'invite a user to your server, and grant privileges on the ledger',
  about:
    'Prints a token with which the user accepts the invitation: connex admin accept. The wallet of a user with user.DAPP_USER is ' +
    'funded for its first transactions.',
  positionals: {
    wallet: required(scalar(Address, 'ADDRESS', "the user's wallet", 'must be 0x followed by 40 hex digits')),
    name: required(text('NAME', "the user's name", { of: api.createUser.body.shape.name })),
  },
  options: {
    privilege: privilegeOption,
    as: roleOption,
    userId: text('ID', 'your own id for the user', { of: api.createUser.body.shape.userId }),
    ...proposingOptions,
  },
  examples: [
    "admin invite 0x5b38… 'A. Keller' --as investor",
    "admin invite 0x5b38… 'A. Keller' --privilege user.DAPP_USER,delivery.BACKOFFICE",
    "admin invite 0x5b38… 'A. Keller' --as investor --propose",
  ],
  async run(context) {
    const { options, positionals } = context
    const { client } = await connectToSign(context)
    const userAddr = positionals.wallet
    const privileges = privilegesFor(options)
    requireEffect(privileges, undefined)
    if (options.propose && privileges.length === 0)
      throw CliError.of('usage', 'Pass --privilege or --as with --propose: only privileges can be approved.')
    const userId = options.userId === undefined ? {} : { userId: options.userId }
    const summary = [
      `You invite ${positionals.name}, wallet ${userAddr}: ${privileges.join(', ') || 'no privileges'}.`,
    ]
    const invited: { user?: CallAnswer<'createUser'> } = {}
    const answer = await signOrPropose(
      context,
      client,
      summary,
      async (sending) => {
        const { signal, terminal } = context
        if (sending.dryRun !== 'only')
          invited.user = await createUser(client, { userAddr, name: positionals.name, ...userId }, { signal })
        try {
          if (privileges.length > 0) await grantPrivileges(client, { userAddr, privileges }, sending)
        } catch (error) {
          // The server gives the token once.
          if (invited.user !== undefined)
            terminal.note(`${invitedText(invited.user)}. The privileges are not granted.`)
          throw error
        }
        return {}
      },
      { waiting: 'The invitation is sent now. The privileges wait until a colleague has approved them.' },
    )
    const { invitationToken = '' } = invited.user ?? {}
    return answer.isDryRun ? answer : { ...answer, ...invited.user, invitationToken }
  },
  show: (answer) => {
    if (answer.isDryRun)
      return `${answer.gas === undefined ? 'Nothing to check with the ledger.' : 'Ledger check of the privileges passed.'} ${serverChecks}`
    const invited = invitedText(answer)
    return 'signaturesRequired' in answer ? `${invited}\n${showSigned(answer, () => '')}` : invited
  },
})

const invitedText = ({ invitationToken }: { invitationToken: string }) =>
  `Invited. The user's token: ${invitationToken}`

export const adminAcceptCommand = command({
  path: 'admin accept',
  summary: 'accept an invitation with its token: as a user, or as the first administrator of a tenant',
  about:
    "Run it at the server that sent the invitation: a user at its tenant's server, a tenant's first administrator at the " +
    "operator's, because the new tenant is not on the ledger yet. --api is the URL of the server that the tenant will use.",
  positionals: { token: required(text('TOKEN', "the invitation's token")) },
  options: {
    as: text('NAME', "the new tenant's name, for a tenant's invitation", { of: TenantStrings.shape.name }),
    api: text('URL', "the new tenant's server", { of: TenantStrings.shape.api }),
    lei: text('LEI', "the new tenant's legal entity identifier", { of: TenantStrings.shape.lei }),
    force: forceOption('an LEI'),
    ...connectionOptions,
  },
  examples: [
    'admin accept aB3…',
    "admin accept aB3… --server https://operator.example --as 'Nordhafen Custody' --api https://nordhafen.example",
  ],
  async run(context) {
    const { options, positionals, signal } = context
    if (options.lei !== undefined) checkIdentifier(context, 'LEI', options.lei)
    const { client } = await openWallet(context)
    if (options.as === undefined) {
      const { name, status } = await acceptInvitation(client, { token: positionals.token }, { signal }).catch(
        refuseToken,
      )
      return { name, status }
    }
    const tenant = { name: options.as, api: options.api ?? '', lei: options.lei ?? '' }
    const { id, state } = await confirmInvitation(client, { token: positionals.token, tenant }, { signal })
    return { name: tenant.name, status: state, invitation: id }
  },
  show: (accepted) => {
    const status = `${accepted.name}: ${accepted.status}`
    if (!('invitation' in accepted)) return status
    const { invitation } = accepted
    return `${status}\nThe operator registers it now: connex admin register-tenant ${invitation}. It then sends you the tenant's address.`
  },
})

/** The server says only that it does not find the user. */
function refuseToken(error: unknown): never {
  throw error instanceof ApiError && error.code === 'userNotFound' ? CliError.of('invitationUnknown') : error
}

type PrivilegeChange = {
  readonly verb: 'grant' | 'revoke'
  readonly summary: string
  /** 'You grant these privileges to Alpenbank' */
  readonly sentence: string
}

/** Grants or revokes: on the user's own tenant, or with --dapp a tenant's privileges on a dApp. */
const privilegesCommand = ({ verb, summary, sentence }: PrivilegeChange) =>
  command({
    path: `admin ${verb}`,
    summary,
    about:
      "With --dapp, a dApp's operator changes a tenant's privileges on it, such as registry.INVESTOR. --as covers all privileges " +
      `that a role needs there: ${ROLES.join(', ')}. A user needs privileges of their own, and the tenant those on the dApps; ` +
      'node is the node account of a server that hosts the tenant.',
    positionals: holderArgument,
    options: { ...holderOptions, ...proposingOptions },
    examples: [
      `admin ${verb} a.keller --privilege delivery.BACKOFFICE`,
      `admin ${verb} Alpenbank --dapp AccountRegistryManager --privilege registry.INVESTOR`,
      `admin ${verb} a.keller --as investor`,
      `admin ${verb} 'Hanseatic Issuance' --dapp InstrumentManager --as issuer`,
    ],
    async run(context) {
      requirePrivileges(context.options)
      const session = await connectToSign(context)
      const holder = await findHolder(session, context)
      const privileges = privilegesFor(context.options, holder.dapp)
      if (verb === 'grant') requireEffect(privileges, holder.dapp)
      const where = holder.dapp === undefined ? '' : `, on ${holder.dapp.shortName}`
      const change = verb === 'grant' ? { granted: privileges } : { revoked: privileges }
      const changeUser = verb === 'grant' ? grantPrivileges : revokePrivileges
      return signOrPropose(
        context,
        session.client,
        [`${sentence} ${holder.name}: ${privileges.join(', ')}${where}.`],
        async (sending) => ({
          privileges,
          ...(holder.kind === 'tenant'
            ? await changeTenantPrivileges(
                session.client,
                { dappAddr: holder.dapp.address, tenantAddr: holder.tenantAddr, ...change },
                sending,
              )
            : await changeUser(session.client, { userAddr: holder.userAddr, privileges }, sending)),
        }),
      )
    },
    show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
  })

export const adminGrantCommand = privilegesCommand({
  verb: 'grant',
  summary: 'grant privileges to a user of your tenant, or to a tenant on a dApp',
  sentence: 'You grant these privileges to',
})

export const adminRevokeCommand = privilegesCommand({
  verb: 'revoke',
  summary: 'revoke privileges of a user of your tenant, or of a tenant on a dApp',
  sentence: 'You revoke these privileges from',
})

export const adminLockCommand = command({
  path: 'admin lock',
  summary: 'lock a user until a time, or unlock the user',
  about: 'A locked user can only run connex whoami, which shows when the lock ends.',
  positionals: { user: required(text('WHO', "a user's name or wallet")) },
  options: {
    until: time('lock until this time, such as 2026-12-01 or 2026-12-01T08:00:00Z'),
    unlock: flag('unlock the user'),
    ...connectionOptions,
  },
  examples: ['admin lock b.moser --until 2026-12-01', 'admin lock b.moser --unlock'],
  async run(context) {
    const { options, positionals, signal } = context
    if (!options.unlock && options.until === undefined)
      throw CliError.of('usage', '--until must be a time such as 2026-12-01. To unlock, pass --unlock.')
    const lockExpiration = options.unlock ? null : Seconds.parse(options.until)
    const session = await connect(context)
    const { userAddr } = await findUser(session, positionals.user, context)
    const updated = await updateUser(session.client, { userAddr, lockExpiration }, { signal })
    return { userAddr, name: updated.name, lockExpiration: updated.lockExpiration }
  },
  show: ({ name, lockExpiration }) =>
    lockExpiration === null ? `${name} is unlocked.` : `${name} is locked until ${timeText(lockExpiration)}.`,
})
