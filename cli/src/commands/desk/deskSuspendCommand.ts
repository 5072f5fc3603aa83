import { suspendRegistry } from '@connex/sdk'
import { suspensionCommand } from './suspensionCommand.ts'

export const deskSuspendCommand = suspensionCommand({
  path: 'desk suspend',
  summary: 'stop a register: nothing moves or is earmarked, cancelling still works',
  example: "desk suspend DE000A1EWWW0 --reason 'Corporate action'",
  verb: suspendRegistry,
  told: (identifier) => `You suspend the register of ${identifier}`,
  done: 'Suspended',
})
