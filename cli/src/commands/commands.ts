import type { Command } from '../command/Command.ts'
import { completionCommand } from './completionCommand.ts'
import { custodiansCommand } from './custodiansCommand.ts'
import { holdingsCommand } from './holdings/holdingsCommand.ts'
import { sandboxCommand } from './sandboxCommand.ts'
import { loginCommand } from './session/loginCommand.ts'
import { logoutCommand } from './session/logoutCommand.ts'
import { resumeCommand } from './session/resumeCommand.ts'
import { whoamiCommand } from './session/whoamiCommand.ts'
import { showTransferCommand } from './transfers/showTransferCommand.ts'
import { transfersCommand } from './transfers/transfersCommand.ts'
import { changePasswordCommand } from './wallet/changePasswordCommand.ts'
import { createWalletCommand } from './wallet/createWalletCommand.ts'
import { inspectWalletCommand } from './wallet/inspectWalletCommand.ts'
import { walletAddressCommand } from './wallet/walletAddressCommand.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  sandboxCommand,
  createWalletCommand,
  inspectWalletCommand,
  changePasswordCommand,
  walletAddressCommand,
  loginCommand,
  logoutCommand,
  whoamiCommand,
  resumeCommand,
  holdingsCommand,
  transfersCommand,
  showTransferCommand,
  custodiansCommand,
  completionCommand,
]
