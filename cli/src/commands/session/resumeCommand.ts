import { command } from '../../command/Command.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { resume } from '../../connection/resume.ts'
import { table } from '../../terminal/table.ts'

export const resumeCommand = command({
  path: 'resume',
  summary: 'go on with what was signed when a command was killed or the line broke',
  about:
    'Publishes again what this wallet has signed and no block is known to hold, which is harmless, and waits until it ' +
    'is in a block. Every command that signs does so first.',
  options: connectionOptions,
  examples: ['resume', 'resume --json'],
  run: async (context) => ({ resumed: await resume(context, await connect(context)) }),
  show: ({ resumed }) =>
    table(
      resumed,
      [
        { title: 'Transaction', of: ({ txHash }) => txHash },
        {
          title: 'Outcome',
          of: ({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`),
        },
      ],
      'Nothing is waiting: all that this wallet has signed is in blocks.',
    ),
})
