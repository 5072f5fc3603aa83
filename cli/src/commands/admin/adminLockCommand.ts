import { Seconds } from '@connex/protocol'
import { updateUser } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { flag, required } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { findUser } from './findHolder.ts'

export const adminLockCommand = command({
  path: 'admin lock',
  summary: 'lock a user out until a time, or unlock',
  about: 'A locked user is refused everywhere but in connex whoami, which tells until when.',
  words: { user: required(text('WHO', "a user's name or wallet")) },
  options: {
    until: text('TIME', 'such as 2026-12-01 or 2026-12-01T08:00:00Z'),
    unlock: flag('let the user in again'),
    ...connectionOptions,
  },
  examples: ['admin lock b.moser --until 2026-12-01', 'admin lock b.moser --unlock'],
  async run(context) {
    const { options, words, signal } = context
    const time = options.unlock ? null : secondsOf(options.until)
    const session = await connect(context)
    const { userAddr } = await findUser(session, words.user, context)
    const { name, lockExpiration } = await updateUser(
      session.client,
      { userAddr, lockExpiration: time },
      { signal },
    )
    return { userAddr, name, lockExpiration }
  },
  show: ({ name, lockExpiration }) =>
    lockExpiration === null
      ? `${name} may act again.`
      : `${name} is locked until ${new Date(lockExpiration * 1000).toISOString()}.`,
})

function secondsOf(until: string | undefined): Seconds {
  const time = Date.parse(until ?? '')
  if (Number.isNaN(time)) throw CliError.of('usage', '--until is a time such as 2026-12-01, or say --unlock.')
  return Seconds.parse(Math.floor(time / 1000))
}
