import type { Command } from '../command/Command.ts'
import { deskConfirmCommand, deskRefuseCommand, deskRobotCommand, deskTasksCommand } from './desk.ts'
import { deskForcedTransferCommand } from './desk/forcedTransfer.ts'
import { deskLadderCommand } from './desk/ladder.ts'
import { deskCounterpartiesCommand, deskDueCommand, deskTodayCommand } from './desk/questions.ts'
import {
  deskIssueCommand,
  deskOpenAccountCommand,
  deskRegisterCommand,
  deskRegistriesCommand,
  deskSuspendCommand,
  deskUnsuspendCommand,
} from './desk/registries.ts'
import { documentsCommand, downloadDocumentCommand, uploadDocumentCommand } from './instruments/documents.ts'
import { issuerExpireCommand, issuerPublicCommand, issuerWhitelistCommand } from './instruments/life.ts'
import { accountsCommand, instrumentsCommand } from './instruments/lists.ts'
import { approvalsCommand, approveCommand, rejectCommand, showApprovalCommand } from './approvals.ts'
import {
  confirmWorkflowCommand,
  executeWorkflowCommand,
  rejectWorkflowCommand,
  revokeWorkflowCommand,
  showWorkflowCommand,
  workflowsCommand,
} from './workflows.ts'
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
import { adminCommitCommand, adminNominateCommand, adminRecovererCommand } from './admin/nominations.ts'
import { auditCommand } from './admin/audit.ts'
import { syncOperationsCommand, syncResendCommand, syncRetryCommand } from './admin/sync.ts'
import {
  adminBlacklistAddCommand,
  adminBlacklistCommand,
  adminBlacklistRemoveCommand,
} from './admin/blacklist.ts'
import { adminFundRefundsCommand, adminRefundLimitsCommand } from './admin/refunds.ts'
import {
  adminFourEyesCommand,
  adminInviteTenantCommand,
  adminRegisterTenantCommand,
  adminTenantsCommand,
  adminUpdateTenantCommand,
} from './admin/tenants.ts'
import {
  adminAcceptCommand,
  adminGrantCommand,
  adminInviteCommand,
  adminLockCommand,
  adminRevokeCommand,
  adminUsersCommand,
} from './admin/users.ts'
import { dealListCommand, dealShowCommand } from './deals.ts'
import {
  answerCommand,
  inboxCommand,
  messagesCommand,
  recallCommand,
  requestSubstitutionCommand,
} from './deals/messages.ts'
import { substituteCommand } from './deals/substitution.ts'
import {
  calendarsCommand,
  importCalendarCommand,
  removeCalendarCommand,
  showCalendarCommand,
} from './deals/calendars.ts'
import { dealCalendarCommand } from './deals/dueCalendar.ts'
import { deployCommand } from './deploy.ts'
import { completionCommand } from '../command/completion.ts'
import { custodiansCommand, holdingsCommand, redeemCommand } from './holdings.ts'
import { importCommand } from './import.ts'
import { burnCommand, cancelBurnCommand, cancelMintCommand, mintCommand } from './requests.ts'
import {
  announceUpgradeCommand,
  executeUpgradeCommand,
  rollbackCommand,
  upgradeStatusCommand,
  withdrawUpgradeCommand,
} from './upgrade/changes.ts'
import { deployUpgradeCommand } from './upgrade/deployCode.ts'
import { nodeKeyCommand } from './nodeKey.ts'
import { sandboxCommand } from './sandbox.ts'
import { loginCommand, logoutCommand, resumeCommand, whoamiCommand } from './session.ts'
import { cancelCommand, confirmCommand } from './answerTransfer.ts'
import { fopCommand, repoCommand, returnCommand, secLendCommand } from './createTransfer.ts'
import { commentCommand, showTransferCommand } from './transferDetails.ts'
import { transfersCommand } from './transfers.ts'
import { eventsCommand, waitTransferCommand } from './watch.ts'
import {
  changePasswordCommand,
  createWalletCommand,
  inspectWalletCommand,
  walletAddressCommand,
} from './wallet.ts'

/** Every command by its heading in the help. A new one is an export in its group's module and a line here (see `Command`). */
const sections: Readonly<Record<string, readonly Command[]>> = {
  Start: [
    sandboxCommand,
    createWalletCommand,
    inspectWalletCommand,
    changePasswordCommand,
    walletAddressCommand,
    loginCommand,
    logoutCommand,
    whoamiCommand,
    resumeCommand,
    completionCommand(() => commands),
  ],
  'Holdings and transfers': [
    holdingsCommand,
    transfersCommand,
    showTransferCommand,
    waitTransferCommand,
    commentCommand,
    dealListCommand,
    dealShowCommand,
    dealCalendarCommand,
    calendarsCommand,
    showCalendarCommand,
    importCalendarCommand,
    removeCalendarCommand,
    custodiansCommand,
    accountsCommand,
    instrumentsCommand,
    documentsCommand,
    downloadDocumentCommand,
    fopCommand,
    repoCommand,
    secLendCommand,
    confirmCommand,
    cancelCommand,
    returnCommand,
    messagesCommand,
    inboxCommand,
    recallCommand,
    requestSubstitutionCommand,
    answerCommand,
    substituteCommand,
    mintCommand,
    cancelMintCommand,
    burnCommand,
    cancelBurnCommand,
    redeemCommand,
    importCommand,
    eventsCommand,
  ],
  Desks: [
    approvalsCommand,
    showApprovalCommand,
    approveCommand,
    rejectCommand,
    deskTodayCommand,
    deskDueCommand,
    deskLadderCommand,
    deskCounterpartiesCommand,
    deskTasksCommand,
    deskRegistriesCommand,
    deskConfirmCommand,
    deskRefuseCommand,
    deskIssueCommand,
    deskForcedTransferCommand,
    deskSuspendCommand,
    deskUnsuspendCommand,
    deskRegisterCommand,
    deskOpenAccountCommand,
    deskRobotCommand,
  ],
  Issuers: [
    issuerDraftCommand,
    issuerCreateCommand,
    issuerConfirmRegistrationCommand,
    issuerReviseCommand,
    uploadDocumentCommand,
    issuerWhitelistCommand,
    issuerPublicCommand,
    issuerExpireCommand,
  ],
  'Transfer agents': [agentCreateChainCommand, agentOnrampCommand, agentOfframpCommand, agentConfirmCommand],
  Administration: [
    adminTenantsCommand,
    adminUsersCommand,
    adminInviteCommand,
    adminAcceptCommand,
    adminGrantCommand,
    adminRevokeCommand,
    adminNominateCommand,
    adminCommitCommand,
    adminRecovererCommand,
    adminFourEyesCommand,
    adminLockCommand,
    adminUpdateTenantCommand,
    adminRefundLimitsCommand,
    adminFundRefundsCommand,
    adminBlacklistCommand,
    adminBlacklistAddCommand,
    adminBlacklistRemoveCommand,
    adminInviteTenantCommand,
    adminRegisterTenantCommand,
    auditCommand,
    workflowsCommand,
    showWorkflowCommand,
    confirmWorkflowCommand,
    revokeWorkflowCommand,
    rejectWorkflowCommand,
    executeWorkflowCommand,
  ],
  Operation: [
    syncOperationsCommand,
    syncRetryCommand,
    syncResendCommand,
    deployCommand,
    nodeKeyCommand,
    upgradeStatusCommand,
    deployUpgradeCommand,
    announceUpgradeCommand,
    executeUpgradeCommand,
    rollbackCommand,
    withdrawUpgradeCommand,
  ],
}

/** In the order of the help; docs/cli.md is a snapshot that `vitest -u` rewrites. */
export const commands: readonly Command[] = Object.entries(sections).flatMap(([section, listed]) =>
  listed.map((one) => ({ ...one, section })),
)
