import { AccountNumber, formatQuantity, shownIdentifier } from '@connex/protocol'
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
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { ACCOUNT_NUMBER, flag, required, scalar, text } from '../../command/Option.ts'
import { connect, connectToSign } from '../../connection/connect.ts'
import { connectionOptions, proposingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../../connection/sign.ts'
import { findTenant, loadDirectory } from '../../directory/directory.ts'
import {
  findInstrument,
  findRegistry,
  instrumentArgument,
  kindOption,
  registryManagerOf,
  listRegistryManagers,
  registryArgument,
} from '../../directory/registries.ts'
import { ownedOptions, reasonOption, unitsOf } from '../../directory/transferOptions.ts'
import { table } from '../../terminal/table.ts'

export const deskRegistriesCommand = command({
  path: 'desk registries',
  summary: "your tenant's registries",
  options: connectionOptions,
  examples: ['desk registries', 'desk registries --json'],
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
        { title: 'Registry', of: ({ registryId }) => registryId },
      ],
      'No registries. connex desk register requests one.',
    ),
})

export const deskRegisterCommand = command({
  path: 'desk register',
  summary: "request an instrument's registry; its issuer or depositary answers",
  positionals: instrumentArgument,
  options: { in: kindOption, ...proposingOptions },
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
      `You request the registry of ${identifier}, revision ${instrumentRevision}, in the registry manager for ${kind}.`,
    ]
    return signOrPropose(context, session.client, summary, (sending) =>
      requestRegistration(session.client, { registryManagerAddr, instrumentId, instrumentRevision }, sending),
    )
  },
  show: (answer) =>
    showSigned(
      answer,
      ({ registryId }) =>
        `Registry ${registryId} requested. Next: the issuer or depositary must confirm or reject it.`,
    ),
})

export const deskOpenAccountCommand = command({
  path: 'desk open-account',
  summary: "open, change or close an investor's account in all your registries of a kind",
  positionals: {
    owner: required(text('TENANT', "the account's owner: a tenant's name or address")),
    account: required(scalar(AccountNumber, 'NUMBER', 'the account number', ACCOUNT_NUMBER)),
  },
  options: {
    close: flag('close it: holdings stay, nothing more can be received'),
    omnibus: flag('an omnibus account, for several beneficial owners'),
    in: kindOption,
    ...proposingOptions,
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
    const parameters = {
      registryManagerAddr,
      ownerAddr,
      account: positionals.account,
      isValid: !options.close,
      isOmnibus: options.omnibus,
    }
    const verb = options.close ? 'close' : 'open'
    return signOrPropose(
      context,
      session.client,
      [`You ${verb} account ${positionals.account} of ${directory.nameOf(ownerAddr)}.`],
      (sending) => configureAccount(session.client, parameters, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})

export const deskIssueCommand = command({
  path: 'desk issue',
  summary: 'issue securities into an account without a mint request',
  positionals: registryArgument,
  options: { ...ownedOptions, in: kindOption, ...proposingOptions },
  examples: ['desk issue DE000A1EWWW0 --owner Alpenbank --account 1001 --quantity 1,000'],
  async run(context) {
    const { options, positionals } = context
    const session = await connectToSign(context)
    const { client } = session
    const [registry, directory] = await Promise.all([
      findRegistry(session, positionals.registry, options.in, context),
      loadDirectory(session, context),
    ])
    if (registry.kind === 'chains') throw CliError.of('otherKind', 'connex agent onramp')
    const { registryManagerAddr, registryId } = registry
    const ownerAddr = findTenant(directory, options.owner)
    const quantity = unitsOf(options.quantity, registry)
    const { account } = options
    const to = { registryManagerAddr, registryId, ownerAddr }
    const summary = [
      `You issue ${options.quantity} of ${registry.identifier} to ${directory.nameOf(ownerAddr)}, account ${account}.`,
    ]
    return signOrPropose(context, session.client, summary, (sending) =>
      registry.kind === 'entries'
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
  /** What signing does; `name` is the instrument's. */
  summaryOf: (name: string, reason: string) => readonly string[]
  done: (name: string) => string
}

/** Suspends or resumes a registry, with a reason for its issuer. */
const suspensionCommand = ({ path, summary, example, verb, summaryOf, done }: Suspension) =>
  command({
    path,
    summary,
    positionals: registryArgument,
    options: { ...reasonOption, in: kindOption, ...proposingOptions },
    examples: [example],
    async run(context) {
      const { options, positionals } = context
      const { reason } = options
      const session = await connectToSign(context)
      const registry = await findRegistry(session, positionals.registry, options.in, context)
      const { registryManagerAddr, registryId } = registry
      const name = registry.label ?? shownIdentifier(registry.identifier)
      const parameters = { registryManagerAddr, registryId, reason }
      return signOrPropose(context, session.client, summaryOf(name, reason), async (sending) => ({
        registryId,
        name,
        ...(await verb(session.client, parameters, sending)),
      }))
    },
    show: (answer) => showSigned(answer, ({ name }) => done(name)),
  })

export const deskSuspendCommand = suspensionCommand({
  path: 'desk suspend',
  summary: 'suspend a registry: no transfers or earmarks; cancellation still works',
  example: "desk suspend DE000A1EWWW0 --reason 'Corporate action'",
  verb: suspendRegistry,
  summaryOf: (name, reason) => [
    `You suspend the registry of ${name}: ${reason}`,
    'Until you resume it, nothing can be transferred or earmarked. Pending transfers can still be canceled.',
  ],
  done: (name) => `Registry of ${name} suspended. connex desk unsuspend resumes it.`,
})

export const deskUnsuspendCommand = suspensionCommand({
  path: 'desk unsuspend',
  summary: 'resume a suspended registry',
  example: "desk unsuspend DE000A1EWWW0 --reason 'Corporate action is over'",
  verb: unsuspendRegistry,
  summaryOf: (name, reason) => [`You resume the registry of ${name}: ${reason}`],
  done: (name) => `Registry of ${name} resumed: pending transfers can be confirmed again.`,
})
