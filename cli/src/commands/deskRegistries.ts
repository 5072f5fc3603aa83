import { AccountNumber, formatQuantity } from '@connex/protocol'
import {
  configureAccount,
  everyPage,
  issueAssets,
  issueEntries,
  listRegistryInstruments,
  requestRegistration,
  suspendRegistry,
  unsuspendRegistry,
} from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { flag, required, scalar, text } from '../command/Option.ts'
import { connect, connectToSign } from '../connection/connect.ts'
import { connectionOptions, signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { findTenant, loadDirectory } from '../directory/directory.ts'
import {
  findInstrument,
  findRegistry,
  instrumentArgument,
  kindOption,
  registryManagerOf,
  listRegistryManagers,
  registryArgument,
} from '../directory/registries.ts'
import { ownedOptions, reasonOption, unitsOf } from '../directory/transferOptions.ts'
import { table } from '../terminal/table.ts'
import { shownIdentifier } from '../terminal/text.ts'

export const deskRegistriesCommand = command({
  path: 'desk registers',
  summary: 'the registers that your tenant keeps',
  options: connectionOptions,
  examples: ['desk registers'],
  async run(context) {
    const session = await connect(context)
    const { client, me } = session
    const { signal } = context
    const registrarAddr = me.tenant.address
    const [managers, items] = await Promise.all([
      listRegistryManagers(session, context),
      everyPage((page) => listRegistryInstruments(client, { ...page, registrarAddr }, { signal })),
    ])
    const kinds = new Map(managers.map(({ address, kind }) => [address, kind]))
    return { items: items.map((one) => ({ ...one, kind: kinds.get(one.registryManagerAddr) ?? null })) }
  },
  show: ({ items }) =>
    table(
      items,
      [
        { title: 'Instrument', of: ({ identifier }) => shownIdentifier(identifier) },
        { title: 'Label', of: ({ label }) => label ?? '' },
        { title: 'Kind', of: ({ kind }) => kind ?? '' },
        { title: 'State', of: ({ registryState }) => registryState },
        {
          title: 'Issued',
          of: ({ issueSize, decimals }) => formatQuantity(issueSize, decimals),
          isRight: true,
        },
        { title: 'Register', of: ({ registryId }) => registryId },
      ],
      'Your tenant keeps no register: connex desk register asks for one.',
    ),
})

export const deskRegisterCommand = command({
  path: 'desk register',
  summary: 'ask to keep the register of an instrument; its issuer or depositary answers',
  positionals: instrumentArgument,
  options: { in: kindOption, ...signingOptions },
  examples: ['desk register DE000A1EWWW0', 'desk register DE000A1EWWW0 --in chains'],
  async run(context) {
    const { options, positionals } = context
    const session = await connectToSign(context)
    const [managers, instrument] = await Promise.all([
      listRegistryManagers(session, context),
      findInstrument(session, positionals.instrument, context),
    ])
    const { address: registryManagerAddr, kind } = registryManagerOf(managers, options.in)
    const { instrumentId, revision: instrumentRevision, identifier } = instrument
    const summary = [
      `You ask to keep the register of ${identifier}, revision ${instrumentRevision}, in ${kind}.`,
    ]
    return sign(context, summary, (sending) =>
      requestRegistration(session.client, { registryManagerAddr, instrumentId, instrumentRevision }, sending),
    )
  },
  show: (answer) =>
    showSigned(
      answer,
      ({ registryId }) => `Requested: register ${registryId}. The issuer's answer comes next.`,
    ),
})

export const deskOpenAccountCommand = command({
  path: 'desk open-account',
  summary: "open, change or close an investor's account in all your registers of a kind",
  positionals: {
    owner: required(text('TENANT', "whose account it is: a tenant's name or address")),
    account: required(scalar(AccountNumber, 'NUMBER', 'its number', 'is an account number above 0')),
  },
  options: {
    close: flag('close it: what is in it stays, nothing more arrives'),
    omnibus: flag('it holds for several beneficial owners'),
    in: kindOption,
    ...signingOptions,
  },
  examples: ['desk open-account Alpenbank 1003', 'desk open-account Alpenbank 1003 --close'],
  async run(context) {
    const { options, positionals } = context
    const session = await connectToSign(context)
    const [managers, directory] = await Promise.all([
      listRegistryManagers(session, context),
      loadDirectory(session, context),
    ])
    const registryManagerAddr = registryManagerOf(managers, options.in).address
    const ownerAddr = findTenant(directory, positionals.owner)
    const asked = {
      registryManagerAddr,
      ownerAddr,
      account: positionals.account,
      isValid: !options.close,
      isOmnibus: options.omnibus,
    }
    const verb = options.close ? 'close' : 'open'
    return sign(
      context,
      [`You ${verb} account ${positionals.account} of ${directory.nameOf(ownerAddr)}.`],
      (sending) => configureAccount(session.client, asked, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})

export const deskIssueCommand = command({
  path: 'desk issue',
  summary: 'issue to an account without being asked by a mint request',
  positionals: registryArgument,
  options: { ...ownedOptions, in: kindOption, ...signingOptions },
  examples: ['desk issue DE000A1EWWW0 --owner Alpenbank --account 1001 --quantity 1,000'],
  async run(context) {
    const { options, positionals } = context
    const session = await connectToSign(context)
    const { client } = session
    const [register, directory] = await Promise.all([
      findRegistry(session, positionals.register, options.in, context),
      loadDirectory(session, context),
    ])
    if (register.kind === 'chains') throw CliError.of('otherKind', 'connex agent onramp')
    const { registryManagerAddr, registryId } = register
    const ownerAddr = findTenant(directory, options.owner)
    const quantity = unitsOf(options.quantity, register)
    const { account } = options
    const to = { registryManagerAddr, registryId, ownerAddr }
    const summary = [
      `You issue ${options.quantity} of ${register.identifier} to ${directory.nameOf(ownerAddr)}, account ${account}.`,
    ]
    return sign(context, summary, (sending) =>
      register.kind === 'entries'
        ? issueEntries(client, { ...to, entries: [{ account, quantity }] }, sending)
        : issueAssets(client, { ...to, account, quantity }, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Issued, in block ${block}.`),
})

type Suspension = {
  path: string
  summary: string
  example: string
  verb: typeof suspendRegistry
  /** What signing does, told of a register by its instrument's name. */
  told: (name: string, reason: string) => readonly string[]
  done: (name: string) => string
}

/** A register is stopped, or goes on: each with a reason that its issuer can read. */
export const suspensionCommand = ({ path, summary, example, verb, told, done }: Suspension) =>
  command({
    path,
    summary,
    positionals: registryArgument,
    options: { ...reasonOption, in: kindOption, ...signingOptions },
    examples: [example],
    async run(context) {
      const { options, positionals } = context
      const { reason } = options
      const session = await connectToSign(context)
      const register = await findRegistry(session, positionals.register, options.in, context)
      const { registryManagerAddr, registryId } = register
      const name = register.label ?? shownIdentifier(register.identifier)
      const asked = { registryManagerAddr, registryId, reason }
      return sign(context, told(name, reason), async (sending) => ({
        registryId,
        name,
        ...(await verb(session.client, asked, sending)),
      }))
    },
    show: (answer) => showSigned(answer, ({ name }) => done(name)),
  })

export const deskSuspendCommand = suspensionCommand({
  path: 'desk suspend',
  summary: 'stop a register: nothing moves or is earmarked, cancelling still works',
  example: "desk suspend DE000A1EWWW0 --reason 'Corporate action'",
  verb: suspendRegistry,
  told: (name, reason) => [
    `You suspend the register of ${name}: ${reason}`,
    'Nothing in it moves or is earmarked until you let it go on; what waits can still be canceled.',
  ],
  done: (name) => `The register of ${name} is suspended. connex desk unsuspend lets it go on.`,
})

export const deskUnsuspendCommand = suspensionCommand({
  path: 'desk unsuspend',
  summary: 'let a suspended register go on',
  example: "desk unsuspend DE000A1EWWW0 --reason 'Corporate action is over'",
  verb: unsuspendRegistry,
  told: (name, reason) => [`You let the register of ${name} go on: ${reason}`],
  done: (name) => `The register of ${name} goes on: what waits in it can be confirmed again.`,
})
