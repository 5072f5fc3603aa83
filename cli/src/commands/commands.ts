import type { Command } from '../command/Command.ts'
import { deskTasksCommand } from './desk/deskTasksCommand.ts'
import { deskRegistersCommand } from './desk/deskRegistersCommand.ts'
import { deskConfirmCommand } from './desk/deskConfirmCommand.ts'
import { deskRefuseCommand } from './desk/deskRefuseCommand.ts'
import { deskIssueCommand } from './desk/deskIssueCommand.ts'
import { deskSuspendCommand } from './desk/deskSuspendCommand.ts'
import { deskUnsuspendCommand } from './desk/deskUnsuspendCommand.ts'
import { deskRegisterCommand } from './desk/deskRegisterCommand.ts'
import { deskOpenAccountCommand } from './desk/deskOpenAccountCommand.ts'
import { deskRobotCommand } from './desk/deskRobotCommand.ts'
import { issuerDraftCommand } from './issuer/issuerDraftCommand.ts'
import { issuerCreateCommand } from './issuer/issuerCreateCommand.ts'
import { issuerConfirmRegistrationCommand } from './issuer/issuerConfirmRegistrationCommand.ts'
import { issuerReviseCommand } from './issuer/issuerReviseCommand.ts'
import { agentCreateChainCommand } from './agent/agentCreateChainCommand.ts'
import { agentOfframpCommand } from './agent/agentOfframpCommand.ts'
import { agentOnrampCommand } from './agent/agentOnrampCommand.ts'
import { agentConfirmCommand } from './agent/agentConfirmCommand.ts'
import { adminTenantsCommand } from './admin/adminTenantsCommand.ts'
import { adminUsersCommand } from './admin/adminUsersCommand.ts'
import { adminInviteCommand } from './admin/adminInviteCommand.ts'
import { adminAcceptCommand } from './admin/adminAcceptCommand.ts'
import { adminGrantCommand } from './admin/adminGrantCommand.ts'
import { adminRevokeCommand } from './admin/adminRevokeCommand.ts'
import { adminNominateCommand } from './admin/adminNominateCommand.ts'
import { adminFourEyesCommand } from './admin/adminFourEyesCommand.ts'
import { adminLockCommand } from './admin/adminLockCommand.ts'
import { adminRefundLimitsCommand } from './admin/adminRefundLimitsCommand.ts'
import { adminInviteTenantCommand } from './admin/adminInviteTenantCommand.ts'
import { adminRegisterTenantCommand } from './admin/adminRegisterTenantCommand.ts'
import { deployCommand } from './deploy/deployCommand.ts'
import { completionCommand } from './completionCommand.ts'
import { custodiansCommand } from './custodiansCommand.ts'
import { holdingsCommand } from './holdings/holdingsCommand.ts'
import { redeemCommand } from './holdings/redeemCommand.ts'
import { importCommand } from './import/importCommand.ts'
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
  redeemCommand,
  deskTasksCommand,
  deskRegistersCommand,
  deskConfirmCommand,
  deskRefuseCommand,
  deskIssueCommand,
  deskSuspendCommand,
  deskUnsuspendCommand,
  deskRegisterCommand,
  deskOpenAccountCommand,
  deskRobotCommand,
  issuerDraftCommand,
  issuerCreateCommand,
  issuerConfirmRegistrationCommand,
  issuerReviseCommand,
  agentCreateChainCommand,
  agentOnrampCommand,
  agentOfframpCommand,
  agentConfirmCommand,
  adminTenantsCommand,
  adminUsersCommand,
  adminInviteCommand,
  adminAcceptCommand,
  adminGrantCommand,
  adminRevokeCommand,
  adminNominateCommand,
  adminFourEyesCommand,
  adminLockCommand,
  adminRefundLimitsCommand,
  adminInviteTenantCommand,
  adminRegisterTenantCommand,
  deployCommand,
  importCommand,
  completionCommand(() => commands),
]
