import type { Command } from '../command/Command.ts'
import { completionCommand } from './completionCommand.ts'
import { custodiansCommand } from './custodiansCommand.ts'
import { holdingsCommand } from './holdings/holdingsCommand.ts'
import { cancelBurnCommand, cancelMintCommand } from './requests/cancelRequestCommand.ts'
import { burnCommand, mintCommand } from './requests/requestCommand.ts'
import { sandboxCommand } from './sandboxCommand.ts'
import { loginCommand } from './session/loginCommand.ts'
import { logoutCommand } from './session/logoutCommand.ts'
import { resumeCommand } from './session/resumeCommand.ts'
import { whoamiCommand } from './session/whoamiCommand.ts'
import { cancelCommand } from './transfer/cancelCommand.ts'
import { confirmCommand } from './transfer/confirmCommand.ts'
import { fopCommand } from './transfer/fopCommand.ts'
import { repoCommand } from './transfer/repoCommand.ts'
import { returnCommand } from './transfer/returnCommand.ts'
import { secLendCommand } from './transfer/secLendCommand.ts'
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
  fopCommand,
  repoCommand,
  secLendCommand,
  confirmCommand,
  cancelCommand,
  returnCommand,
  mintCommand,
  cancelMintCommand,
  burnCommand,
  cancelBurnCommand,
  completionCommand,
]
