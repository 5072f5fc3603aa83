// Administrators that follow others: nominated by their tenant's administrator, or by its recoverer once that one's key is lost.
import { Address } from '@connex/protocol'
import {
  commitNomination,
  nominateAdmin,
  readRecoverer,
  rejectNomination,
  revokeNomination,
  setRecoverer,
} from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { flag, required, text } from '../../command/Option.ts'
import { connectToSign } from '../../connection/connect.ts'
import { proposingOptions, signingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, sign, signOrPropose } from '../../connection/sign.ts'
import { findTenant, loadDirectory } from '../../directory/directory.ts'
import { timeText } from '../../terminal/text.ts'
import { findUser } from './privilegeHolder.ts'

export const adminNominateCommand = command({
  path: 'admin nominate',
  summary: 'nominate another administrator, who can commit a day later',
  about:
    "With --for, you act as that tenant's recoverer: specify the wallet of a user of that tenant. Its administrator, if there is " +
    'one, can revoke the nomination.',
  positionals: { user: required(text('WHO', "a user's name or wallet")) },
  options: {
    takeBack: flag('revoke the pending nomination'),
    for: text('TENANT', 'act as the recoverer of this tenant: its name or address'),
    ...proposingOptions,
  },
  examples: [
    'admin nominate b.moser',
    'admin nominate b.moser --take-back',
    "admin nominate 0x5fbdb2315678afecb367f032d93f642f64180aa3 --for 'Consortium'",
  ],
  async run(context) {
    const { options, positionals } = context
    if (options.takeBack && options.for !== undefined)
      throw CliError.of('usage', '--take-back is for your own tenant, without --for.')
    const session = await connectToSign(context)
    const { client } = session
    if (options.for !== undefined) {
      const nominee = Address.safeParse(positionals.user)
      if (!nominee.success) throw CliError.of('usage', "WHO must be the nominee's wallet address with --for.")
      const directory = await loadDirectory(session, context)
      const tenantAddr = findTenant(directory, options.for)
      const summary = [
        `As the recoverer of ${directory.nameOf(tenantAddr)} you nominate ${nominee.data} as its administrator.`,
        'The nominee can commit from tomorrow, for 30 days.',
      ]
      return signOrPropose(context, client, summary, (sending) =>
        nominateAdmin(client, { nomineeAddr: nominee.data, tenantAddr }, sending),
      )
    }
    const { name, userAddr } = await findUser(session, positionals.user, context)
    const summary = [
      options.takeBack
        ? 'You revoke the pending nomination of an administrator.'
        : `You nominate ${name} as administrator. The nominee can commit from tomorrow, for 30 days.`,
    ]
    return signOrPropose(context, client, summary, (sending) =>
      options.takeBack
        ? revokeNomination(client, sending)
        : nominateAdmin(client, { nomineeAddr: userAddr }, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})

export const adminCommitCommand = command({
  path: 'admin commit-nomination',
  summary: "become your tenant's administrator, as its nominee",
  about:
    'Possible from one day after the nomination, for 30 days. Then revoke the privileges of the administrator whose key is lost.',
  options: { reject: flag('decline instead'), ...signingOptions },
  examples: ['admin commit-nomination', 'admin commit-nomination --reject'],
  async run(context) {
    const { options } = context
    const { client, me } = await connectToSign(context)
    const { name, privilegeManagerAddr } = me.tenant
    const summary = [
      options.reject ? `You decline to administer ${name}.` : `You become an administrator of ${name}.`,
    ]
    return sign(context, summary, (sending) =>
      (options.reject ? rejectNomination : commitNomination)(client, { privilegeManagerAddr }, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})

export const adminRecovererCommand = command({
  path: 'admin recoverer',
  summary:
    "show or appoint your tenant's recoverer, which can nominate an administrator if yours loses the key",
  about:
    'The recoverer can act from seven days after its appointment. Choose a tenant that you trust as much as an administrator.',
  positionals: { tenant: text('TENANT', "the recoverer's name or address") },
  options: { none: flag('remove the recoverer'), ...proposingOptions },
  examples: ['admin recoverer', "admin recoverer 'Meridian Registrars'", 'admin recoverer --none'],
  async run(context) {
    const { options, positionals, signal } = context
    if (options.none && positionals.tenant !== undefined)
      throw CliError.of('usage', 'Pass a tenant or --none, not both.')
    const session = await connectToSign(context)
    const directory = await loadDirectory(session, context)
    if (!options.none && positionals.tenant === undefined) {
      const recoverer = await readRecoverer(session.client, {}, { signal })
      return { recoverer: recoverer && { ...recoverer, name: directory.nameOf(recoverer.recovererAddr) } }
    }
    const recovererAddr = positionals.tenant === undefined ? null : findTenant(directory, positionals.tenant)
    const summary = [
      recovererAddr === null
        ? 'Your tenant will have no recoverer: if its only administrator loses the key, nobody can appoint another one.'
        : `From seven days from now, ${directory.nameOf(recovererAddr)} can nominate an administrator of your tenant.`,
    ]
    return signOrPropose(context, session.client, summary, (sending) =>
      setRecoverer(session.client, { recovererAddr }, sending),
    )
  },
  show: (answer) =>
    'recoverer' in answer
      ? answer.recoverer === null
        ? 'Your tenant has no recoverer.'
        : `${answer.recoverer.name}, from ${timeText(answer.recoverer.activeFrom)} on.`
      : showSigned(answer, ({ block }: { block: number }) => `Done, in block ${block}.`),
})
