// What the operator's tenant does on the ledger about a manager's code, and what everybody sees of it.
import { announceRollback, announceUpgrade, executeUpgrade, withdrawUpgrade } from '@connex/sdk'
import type { Sent } from '@connex/sdk'
import { Address } from '@connex/protocol'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { connect, connectToSign } from '../../connection/connect.ts'
import { connectionOptions, proposingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../../connection/sign.ts'
import type { Proposed, Signed } from '../../connection/sign.ts'
import { loadDirectory } from '../../directory/directory.ts'
import { readDeployment } from '../../directory/deploymentFile.ts'
import { table } from '../../terminal/table.ts'
import {
  deploymentOption,
  describeChange,
  describeTime,
  findAnnounced,
  findManagers,
  managerOption,
  migrationOption,
  requireOne,
} from './managers.ts'

export const upgradeStatusCommand = command({
  path: 'upgrade status',
  summary: "the platform's managers, the code that they run, and the code announced to replace it",
  about:
    'Any tenant can run it: the status is on the ledger. A change takes effect seven days after its announcement at the ' +
    'earliest, so that nobody is surprised by it.',
  options: { manager: managerOption, ...connectionOptions },
  examples: ['upgrade status', 'upgrade status --manager DeliveryManager --json'],
  async run(context) {
    const session = await connect(context)
    const [managers, directory] = await Promise.all([
      findManagers(session, context.options.manager, context),
      loadDirectory(session, context),
    ])
    const announcers = Object.fromEntries(
      managers.flatMap(({ announced }) =>
        announced === null ? [] : [[announced.announcedBy, directory.nameOf(announced.announcedBy)]],
      ),
    )
    return { managers, announcers }
  },
  show: ({ managers, announcers }) =>
    [
      table(
        managers,
        [
          { title: 'Manager', of: ({ name }) => name },
          { title: 'Version', of: ({ version }) => String(version), isRight: true },
          { title: 'Code', of: ({ implementation }) => implementation },
        ],
        'No managers found.',
      ),
      ...managers.flatMap(({ name, announced }) =>
        announced === null
          ? []
          : [
              `${name}: ${announcers[announced.announcedBy] ?? announced.announcedBy} has announced ` +
                `${describeChange(announced)}.\nIt can be executed ${describeTime(announced)}.`,
            ],
      ),
    ].join('\n\n'),
})

export const announceUpgradeCommand = command({
  path: 'upgrade announce',
  summary: "announce the code that connex upgrade deploy has deployed, as the platform's operator",
  about:
    'Announces the code of each manager in a separate transaction. It can be executed from seven days later, for 30 days. ' +
    'Skips managers that already run the code, or for which it is already announced.',
  options: {
    deployment: deploymentOption,
    manager: managerOption,
    migration: migrationOption,
    ...proposingOptions,
  },
  examples: ['upgrade announce', 'upgrade announce --manager DeliveryManager --dry-run'],
  async run(context) {
    const { options } = context
    const deployed = deployedIn(options.deployment, options.manager)
    const session = await connectToSign(context)
    const managers = await findManagers(session, [], context)
    const changes = deployed.flatMap(({ name, address, version, implementation }) => {
      const manager = managers.find((one) => one.address === address)
      if (manager === undefined) throw CliError.of('managersMissing', name, options.deployment)
      const isDone = [manager.implementation, manager.announced?.implementation].includes(implementation)
      return isDone ? [] : [{ name, manager, version, implementation }]
    })
    requireOne('--migration', options.migration !== undefined, changes)
    requireOne('--propose', options.propose, changes)
    if (changes.length === 0) return { isDryRun: false as const, managers: [] }
    const summary = [
      ...changes.map(
        ({ manager: { name, version: old }, version, implementation }) =>
          `You announce version ${version} of ${name}, which has version ${old}: the code at ${implementation}.`,
      ),
      'Every tenant sees it. It can be executed in seven days.',
    ]
    return signOrPropose(context, session.client, summary, (sending) =>
      each(changes, ({ manager, implementation }) =>
        announceUpgrade(session.client, { manager, implementation, migration: options.migration }, sending),
      ),
    )
  },
  show: (answer) => showEach(answer, 'announced', 'Everything is announced already.'),
})

/** The code of the last upgrade in the deployment file. */
function deployedIn(file: string, named: readonly string[]) {
  const upgrade = readDeployment(file).upgrades?.at(-1)
  const found = upgrade?.managers.filter(
    ({ name }) => named.length === 0 || named.some((one) => one === name),
  )
  if (found === undefined || found.length === 0) throw CliError.of('upgradeNotDeployed', file)
  return found.map((one) => ({
    ...one,
    address: Address.parse(one.address),
    implementation: Address.parse(one.implementation),
  }))
}

export const rollbackCommand = command({
  path: 'upgrade rollback',
  summary: "announce a return to the code before the last upgrade, as the platform's operator",
  about: 'It takes effect as an upgrade does: by connex upgrade execute, seven days later at the earliest.',
  options: { manager: { ...managerOption, isRequired: true }, ...proposingOptions },
  examples: ['upgrade rollback --manager DeliveryManager'],
  async run(context) {
    const { options } = context
    if (options.manager.length === 0)
      throw CliError.of('usage', '--manager is missing: specify the manager to roll back.')
    const session = await connectToSign(context)
    const managers = await findManagers(session, options.manager, context)
    requireOne('--propose', options.propose, managers)
    const summary = [
      ...managers.map(({ name, version }) => `You announce a rollback of ${name} from version ${version}.`),
      'Every tenant sees it. It can be executed in seven days.',
    ]
    return signOrPropose(context, session.client, summary, (sending) =>
      each(managers, (manager) => announceRollback(session.client, { manager }, sending)),
    )
  },
  show: (answer) => showEach(answer, 'announced', ''),
})

export const executeUpgradeCommand = command({
  path: 'upgrade execute',
  summary: "make the announced changes, as the platform's operator",
  about:
    'Executes all announced upgrades and rollbacks, or only those of the managers that you specify. The ledger refuses each ' +
    'before its time, and 30 days after it. Transfers in progress continue with the new code.',
  options: { manager: managerOption, migration: migrationOption, ...proposingOptions },
  examples: ['upgrade execute', 'upgrade execute --manager DeliveryManager --dry-run'],
  async run(context) {
    const { options } = context
    const session = await connectToSign(context)
    const managers = await findAnnounced(session, options.manager, context)
    requireOne('--migration', options.migration !== undefined, managers)
    requireOne('--propose', options.propose, managers)
    const back = managers.find(({ announced }) => announced.isRollback)
    if (options.migration !== undefined && back !== undefined)
      throw CliError.of('rollbackAsUpgrade', back.name)
    const summary = managers.map(
      ({ name, version, announced }) =>
        `From now on ${name}, version ${version}, runs ${describeChange(announced)}.`,
    )
    const { migration } = options
    return signOrPropose(context, session.client, summary, (sending) =>
      each(managers, (manager) =>
        executeUpgrade(session.client, { manager, announced: manager.announced, migration }, sending),
      ),
    )
  },
  show: (answer) => showEach(answer, 'changed', ''),
})

export const withdrawUpgradeCommand = command({
  path: 'upgrade withdraw',
  summary: "withdraw announced changes, as the platform's operator",
  options: { manager: managerOption, ...proposingOptions },
  examples: ['upgrade withdraw --manager DeliveryManager'],
  async run(context) {
    const { options } = context
    const session = await connectToSign(context)
    const managers = await findAnnounced(session, options.manager, context)
    requireOne('--propose', options.propose, managers)
    const summary = managers.map(
      ({ name, announced }) => `You withdraw the change announced for ${name}: ${describeChange(announced)}.`,
    )
    return signOrPropose(context, session.client, summary, (sending) =>
      each(managers, (manager) => withdrawUpgrade(session.client, { manager }, sending)),
    )
  },
  show: (answer) => showEach(answer, 'withdrawn', ''),
})

type Changed = { readonly managers: readonly ({ readonly name: string } & Pick<Sent, 'txHash' | 'block'>)[] }

/** One transaction after the other. Where one is refused, the earlier ones are done, and the same command goes on behind them. */
async function each<Change extends { readonly name: string }>(
  changes: readonly Change[],
  act: (change: Change) => Promise<Sent>,
): Promise<Changed> {
  const managers: Changed['managers'][number][] = []
  for (const change of changes) {
    const { txHash, block } = await act(change)
    managers.push({ name: change.name, txHash, block })
  }
  return { managers }
}

const showEach = (answer: Signed<Changed> | Proposed, what: string, none: string): string =>
  showSigned(answer, ({ managers }: Changed) =>
    managers.length === 0
      ? none
      : managers.map(({ name, block }) => `${name}: ${what}, in block ${block}.`).join('\n'),
  )
