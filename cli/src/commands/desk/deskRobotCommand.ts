import { BlockNumber } from '@connex/protocol'
import { command } from '../../command/Command.ts'
import { withDefault } from '../../command/Option.ts'
import { whole } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { startRobot } from '../../robot/startRobot.ts'

export const deskRobotCommand = command({
  path: 'desk robot',
  summary: 'confirm by itself what waits for the registrar, until it is stopped',
  about:
    'For trials and for registrars who check elsewhere. Each delivery is read before it is confirmed; what a person does ' +
    'meanwhile stands. Ctrl-C stops it.',
  options: {
    delay: withDefault(
      whole('SECONDS', 'how long a delivery waits before it is confirmed', { to: 86_400 }),
      5,
    ),
    afterBlock: withDefault(whole('BLOCK', 'leave alone what was created up to this block'), 0),
    ...connectionOptions,
  },
  examples: ['desk robot', 'desk robot --delay 60'],
  async run(context) {
    const { options, signal, terminal } = context
    const { client, me } = await connectToSign(context)
    const robot = startRobot({
      registrars: [{ name: me.tenant.name, client }],
      afterBlock: BlockNumber.parse(options.afterBlock),
      delayMs: options.delay * 1000,
      onProblem: terminal.warn,
    })
    terminal.note(`The robot confirms for ${me.tenant.name}. Ctrl-C stops it.`)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    robot.stop()
    return { isStopped: true }
  },
  show: () => 'Stopped.',
})
