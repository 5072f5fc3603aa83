import { unsuspendRegistry } from '@connex/sdk'
import { suspensionCommand } from './suspensionCommand.ts'

export const deskUnsuspendCommand = suspensionCommand({
  path: 'desk unsuspend',
  summary: 'let a suspended register go on',
  example: "desk unsuspend DE000A1EWWW0 --reason 'Corporate action is over'",
  verb: unsuspendRegistry,
  told: (name, reason) => [`You let the register of ${name} go on: ${reason}`],
  done: (name) => `The register of ${name} goes on: what waits in it can be confirmed again.`,
})
