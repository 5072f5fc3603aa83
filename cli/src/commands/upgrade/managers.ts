// The managers that a command of this group changes, and what is announced of them.
import { MANAGERS } from '@connex/contracts/upgrade'
import { HexData } from '@connex/protocol'
import { listManagers } from '@connex/sdk'
import type { AnnouncedUpgrade, Manager } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import type { Context } from '../../command/Command.ts'
import { choice, list, scalar, text, withDefault } from '../../command/Option.ts'
import type { Session } from '../../connection/connect.ts'
import { timeText } from '../../terminal/text.ts'

export const managerOption = {
  ...list(choice(MANAGERS, 'only this manager')),
  placeholder: 'MANAGER',
}

export const deploymentOption = withDefault(
  text('FILE', 'the file that connex deploy wrote'),
  'deployment.json',
)

export const migrationOption = scalar(
  HexData,
  'HEX',
  'a call to the new code in the same transaction, as the release specifies it; for one manager',
  'must be 0x followed by hex digits',
)

/** Those named, or all. `await findManagers(session, options.manager, context)` */
export async function findManagers(
  { client }: Pick<Session, 'client'>,
  named: readonly string[],
  { signal }: Pick<Context, 'signal'>,
): Promise<Manager[]> {
  const all = await listManagers(client, { signal })
  return named.length === 0 ? all : all.filter(({ name }) => named.includes(name))
}

export type AnnouncedManager = Manager & { announced: AnnouncedUpgrade }

/** Those of which a change is announced; all that are named must be. */
export async function findAnnounced(
  session: Pick<Session, 'client'>,
  named: readonly string[],
  context: Pick<Context, 'signal'>,
): Promise<AnnouncedManager[]> {
  const found = await findManagers(session, named, context)
  const announced = found.filter((one): one is AnnouncedManager => one.announced !== null)
  const missing = named.filter((name) => !announced.some((one) => one.name === name))
  if (missing.length > 0 || announced.length === 0)
    throw CliError.of('upgradeUnannounced', (missing.length > 0 ? missing : MANAGERS).join(', '))
  return announced
}

/** Several managers are several transactions, and a migration is one manager's. */
export function requireOne(
  option: '--migration' | '--propose',
  isGiven: boolean,
  managers: readonly unknown[],
): void {
  if (isGiven && managers.length > 1)
    throw CliError.of('usage', `${option} is for one manager: name it with --manager.`)
}

/** `describeChange(announced)` → 'a rollback to the code at 0x…' */
export const describeChange = ({ isRollback, implementation }: AnnouncedUpgrade): string =>
  isRollback ? `a rollback to the code at ${implementation}` : `the code at ${implementation}`

/** `describeTime(announced)` → 'from 2026-12-03T08:00:00Z until 2027-01-02T08:00:00Z' */
export const describeTime = ({ effectiveFrom, effectiveUntil }: AnnouncedUpgrade): string =>
  `from ${timeText(effectiveFrom)} until ${timeText(effectiveUntil)}`
