import type { Command } from '../command/Command.ts'
import { deskConfirmCommand, deskRefuseCommand, deskRobotCommand, deskTasksCommand } from './desk.ts'
import { deskCounterpartiesCommand, deskDueCommand, deskTodayCommand } from './desk/questions.ts'
import {
  deskIssueCommand,
  deskOpenAccountCommand,
  deskRegisterCommand,
  deskRegistriesCommand,
  deskSuspendCommand,
  deskUnsuspendCommand,
} from './desk/registries.ts'
import {
  issuerConfirmRegistrationCommand,
  issuerCreateCommand,
  issuerDraftCommand,
  issuerReviseCommand,
} from './issuer.ts'
import {
  agentConfirmCommand,
  agentCreateChainCommand,
  agentOfframpCommand,
  agentOnrampCommand,
} from './agent.ts'
import { auditCommand } from './admin/audit.ts'
import { syncOperationsCommand, syncRetryCommand } from './admin/sync.ts'
import {
  adminFourEyesCommand,
  adminInviteTenantCommand,
  adminRefundLimitsCommand,
  adminRegisterTenantCommand,
  adminTenantsCommand,
} from './admin/tenants.ts'
import {
  adminAcceptCommand,
  adminGrantCommand,
  adminInviteCommand,
  adminLockCommand,
  adminNominateCommand,
  adminRevokeCommand,
  adminUsersCommand,
} from './admin/users.ts'
import { deployCommand } from './deploy.ts'
import { completionCommand } from '../command/completion.ts'
import { custodiansCommand, holdingsCommand, redeemCommand } from './holdings.ts'
import { importCommand } from './import.ts'
import { burnCommand, cancelBurnCommand, cancelMintCommand, mintCommand } from './requests.ts'
import { nodeKeyCommand } from './nodeKey.ts'
import { sandboxCommand } from './sandbox.ts'
import { loginCommand, logoutCommand, resumeCommand, whoamiCommand } from './session.ts'
import { cancelCommand, confirmCommand } from './answerTransfer.ts'
import { fopCommand, repoCommand, returnCommand, secLendCommand } from './createTransfer.ts'
import { showTransferCommand } from './transferDetails.ts'
import { transfersCommand } from './transfers.ts'
import {
  changePasswordCommand,
  createWalletCommand,
  inspectWalletCommand,
  walletAddressCommand,
} from './wallet.ts'

/**
 * Every command, in the order of the help. A new one is an export in its group's module and a line here (see `Command`);
 * docs/cli.md is a snapshot that `vitest -u` rewrites.
 */
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
  deskTodayCommand,
  deskDueCommand,
  deskCounterpartiesCommand,
  deskTasksCommand,
  deskRegistriesCommand,
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
  auditCommand,
  syncOperationsCommand,
  syncRetryCommand,
  deployCommand,
  nodeKeyCommand,
  importCommand,
  completionCommand(() => commands),
]
