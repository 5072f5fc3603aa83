import type { Command } from '../command/Command.ts'
import { completionCommand } from './completionCommand.ts'
import { sandboxCommand } from './sandboxCommand.ts'
import { loginCommand } from './session/loginCommand.ts'
import { logoutCommand } from './session/logoutCommand.ts'
import { resumeCommand } from './session/resumeCommand.ts'
import { whoamiCommand } from './session/whoamiCommand.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  sandboxCommand,
  loginCommand,
  logoutCommand,
  whoamiCommand,
  resumeCommand,
  completionCommand,
]
