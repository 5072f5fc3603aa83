import { suspendRegistry } from '@connex/sdk'
import { suspensionCommand } from './suspensionCommand.ts'

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
