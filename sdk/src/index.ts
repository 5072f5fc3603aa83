/**
 * The entry point of the SDK.
 *
 * @module @connex/sdk
 */
export { createClient, withSigner } from './client/client.ts'
export type { Client, ClientOptions, Connection } from './client/client.ts'
export { ApiError, CLIENT_ERRORS, ClientError, ConnexError, LedgerError } from './errors.ts'
export type { ClientErrorCode } from './errors.ts'

export { call, everyPage } from './http/call.ts'
export type { Callable, CallControl, CallOptions } from './http/call.ts'
export { discoverVersion } from './session/discoverVersion.ts'
export { isWaitingToSign } from './http/toSign.ts'
export { subscribe } from './http/subscribe.ts'
export { subscribeTogether } from './http/subscribeTogether.ts'
export type { StreamState, SubscribeOptions } from './http/subscribe.ts'

export { accountPath } from './wallet/derivationPath.ts'
export { addressOfPrivateKey } from './wallet/privateKey.ts'
export { changePassword, createWalletFile, generateWalletFile } from './wallet/createWalletFile.ts'
export {
  createMnemonic,
  createMnemonicWalletFile,
  deriveAccount,
  mnemonicToSeed,
  unlockMnemonic,
} from './wallet/mnemonic.ts'
export { readWalletFile } from './wallet/readWalletFile.ts'
export { unlockWallet } from './wallet/openWallet.ts'
export type { UnlockOptions } from './wallet/openWallet.ts'
export type { UnlockProgress } from './wallet/unlockProgress.ts'
export { walletLimits } from './wallet/WalletFile.ts'
export type { WalletFile, WalletWarning } from './wallet/WalletFile.ts'
export { WALLET_ERRORS, WalletError } from './wallet/WalletError.ts'
export type { WalletErrorCode } from './wallet/WalletError.ts'

export { createDigestSigner } from './signer/createDigestSigner.ts'
export type { DigestSignerOptions } from './signer/createDigestSigner.ts'
export type { KeySignature } from './signer/keySignature.ts'
export { createLocalSigner } from './signer/createLocalSigner.ts'
export { createRemoteSigner } from './remote/createRemoteSigner.ts'
export type { RemoteSignerOptions } from './remote/createRemoteSigner.ts'
export { createWorkerSigner } from './signer/createWorkerSigner.ts'
export type { WorkerSigner, WorkerUnlockOptions } from './signer/createWorkerSigner.ts'
export type {
  BatchToSign,
  Hex,
  RequestToSign,
  Signer,
  FeesToSign,
  TransactionToSign,
  SignerErrorCode,
} from './signer/Signer.ts'
export { browserClock, createWatch, IDLE_MS } from './signer/vault/watch.ts'
export type { LockReason, VaultNews } from './signer/vault/vaultMessages.ts'
export { openVault } from './signer/vault/openVault.ts'
export type { VaultConnection, VaultUnlockOptions } from './signer/vault/openVault.ts'
export type { VaultStatus } from './signer/vault/createVault.ts'
export { KEY_ERRORS, KeyError } from './signer/KeyError.ts'
export type { KeyErrorCode } from './signer/KeyError.ts'
export { SIGNER_ERRORS, SignerError } from './signer/Signer.ts'

export { contractCall, selectorsOf } from './ledger/contractCall.ts'
export type { Callee } from './ledger/contractCall.ts'
export { decodeRevert } from './ledger/decodeRevert.ts'
export { delegate } from './ledger/controller.ts'
export type {
  BlockTag,
  DetailsToStore,
  LedgerCall,
  Progress,
  SendOptions,
  Sent,
  Transaction,
} from './ledger/transaction.ts'
export { execute, send, sendTogether, sendTransaction } from './ledger/send.ts'
export { createBrowserJournal, parseSignedTransaction } from './client/browserJournal.ts'
export { createMemoryJournal } from './client/journal.ts'
export type { Journal, SignedTransaction } from './client/journal.ts'
export { readContract } from './ledger/readContract.ts'
export { decodeForReview, assertMatchesReview } from './ledger/review.ts'
export type { SignedCall, SignedLeg } from './ledger/review.ts'
export { registryIdOf } from './ledger/scalars.ts'
export type { RegistryOf } from './ledger/scalars.ts'
export { republishTakenBack, resumeTransactions } from './ledger/resumeTransactions.ts'
export type { Resumed, ResumeOptions } from './ledger/resumeTransactions.ts'
export { simulate, simulateAction } from './ledger/simulate.ts'
export { waitForIndex } from './ledger/wait.ts'
export type { WaitOptions } from './ledger/wait.ts'

export { acceptInvitation, createUser, updateUser } from './platform/users.ts'
export { blacklistAccounts, fundPlatform, setRefundLimits } from './platform/operator.ts'
export {
  changeTenantPrivileges,
  grantPrivileges,
  revokePrivileges,
  setFourEyes,
} from './platform/privileges.ts'
export type { TenantPrivilegeParameters, GrantParameters, FourEyesParameters } from './platform/privileges.ts'
export {
  commitNomination,
  nominateAdmin,
  readRecoverer,
  rejectNomination,
  revokeNomination,
  setRecoverer,
} from './platform/nominations.ts'
export type { Recoverer } from './platform/nominations.ts'
export { confirmInvitation, inviteTenant, registerTenant, updateTenant } from './platform/tenants.ts'
export { counterpartyOptions } from './platform/counterparties.ts'
export type { CounterpartyInput } from './platform/counterparties.ts'
export { isPositionHandler, usableCustodians } from './platform/custodians.ts'
export type { Custodian, CustodianInput } from './platform/custodians.ts'
export type { UserParameters } from './platform/users.ts'
export { fourEyesBlocks } from './platform/fourEyesBlocks.ts'
export type { DeliveryAction, FourEyesBlock } from './platform/fourEyesBlocks.ts'
export { listCalendars, removeCalendar, saveCalendar } from './platform/calendars.ts'
export {
  listDappControllers,
  listDapps,
  listInvitations,
  listTenants,
  listUsers,
} from './platform/queries.ts'
export { allowOwnContracts, login, logout, openSession, whoami } from './session/session.ts'
export type { ControllerSetup, RegisterParameters, TenantChange } from './platform/tenants.ts'
export type { RefundLimits } from './platform/operator.ts'
export {
  announceRollback,
  announceUpgrade,
  executeUpgrade,
  listManagers,
  withdrawUpgrade,
} from './platform/upgrades.ts'
export type { AnnouncedUpgrade, Manager, ManagerRef } from './platform/upgrades.ts'
export { shareComment, writeDeliveryComment, saltedReason } from './platform/comments.ts'

export { cancelExpired, cancelTransfer, refuseAsRegistrar } from './transfers/cancelTransfer.ts'
export type {
  Canceled,
  CancelParameters,
  ExpiredDelivery,
  RefuseParameters,
} from './transfers/cancelTransfer.ts'
export type { ConfirmAccounts, ConfirmParameters } from './transfers/confirmTransfer.ts'
export { confirmTransfer, confirmAsRegistrar } from './transfers/confirmTransfer.ts'
export {
  createFopTransfer,
  createRepoTransfer,
  createSecLendTransfer,
  createTransfers,
} from './transfers/createTransfer.ts'
export type {
  FopParameters,
  OwnAsset,
  RepoParameters,
  SecLendParameters,
  NewTransfer,
} from './transfers/createTransfer.ts'
export {
  getTransfer,
  listDeliveryComments,
  listInternalComments,
  listTransfers,
} from './transfers/queries.ts'
export { waitForTransfer } from './transfers/waitForTransfer.ts'
export {
  listAvailability,
  listAvailabilityFlows,
  listCounterparties,
  listDealRequests,
  listDueEvents,
  readDeskSummary,
  readPositionTotals,
  readTransferTotals,
} from './transfers/desk.ts'
export { findDealChange } from './deals/confirmation.ts'
export type { DealChange } from './deals/confirmation.ts'
export { DEAL_ERRORS, DealError } from './deals/DealError.ts'
export type { DealErrorCode } from './deals/DealError.ts'
export { getDeal, listDeals } from './deals/deals.ts'
export type { LoadedDeal, Moment } from './deals/deals.ts'
export { findClosing } from './deals/findClosing.ts'
export { legThatBrought } from './deals/legThatBrought.ts'
export {
  answerDealMessage,
  getDealMessages,
  listDealMessages,
  recall,
  requestSubstitution,
} from './deals/messages.ts'
export type { DealAnswer, ReadDealMessage, Recall, SubstitutionRequest } from './deals/messages.ts'
export { createReturn, proposeReturn } from './transfers/createReturn.ts'
export {
  createSubstitution,
  findSubstitutionDoubts,
  findSubstitutionTest,
  previewSubstitution,
  proposeSubstitution,
} from './transfers/createSubstitution.ts'
export type {
  CheckedSubstitution,
  ProposedSubstitution,
  SubstituteAsset,
  SubstitutionParameters,
  SubstitutionPreview,
} from './transfers/substitutionDelivery.ts'
export type { QuotedPrice } from './deals/instrumentTerms.ts'
export { returnAccount } from './transfers/lotAccounts.ts'
export type { LotAccounts } from './transfers/lotAccounts.ts'
export type { ReturnParameters } from './transfers/partReturn.ts'
export type { CommentParameters, SaltedReason } from './platform/comments.ts'
export type { Created, CreatedTogether } from './transfers/publishDelivery.ts'

export {
  cancelBurnRequest,
  cancelMintRequest,
  createBurnRequest,
  createMintRequest,
} from './transfers/requests.ts'
export type { RequestParameters } from './transfers/requests.ts'

export {
  createInstrument,
  expireInstrument,
  makePublic,
  reviseInstrument,
  updateWhitelist,
} from './instruments/instruments.ts'
export type {
  InstrumentParameters,
  RevisionParameters,
  WhitelistParameters,
} from './instruments/instruments.ts'
export { deleteDraft, saveDraft, uploadDocument } from './instruments/drafts.ts'
export { downloadDocument } from './instruments/documents.ts'
export { listInstruments } from './instruments/queries.ts'
export type { DraftParameters, DocumentParameters } from './instruments/drafts.ts'

export {
  cancelRegistration,
  confirmRegistration,
  rejectRegistration,
  requestRegistration,
  unregisterRegistry,
} from './registries/registrations.ts'
export {
  configureAccount,
  forceTransfer,
  importAssets,
  issueAssets,
  markAssets,
  terminateAssets,
} from './registries/assets.ts'
export type { AccountParameters, ForcedTransferParameters, MarkParameters } from './registries/assets.ts'
export type { RegistryParameters, OwnedQuantity } from './registries/parameters.ts'
export { finishImport, startExporting, suspendRegistry, unsuspendRegistry } from './registries/lifecycle.ts'
export {
  listAccounts,
  listPositions,
  listRegistryAccounts,
  listRegistryInstruments,
} from './registries/queries.ts'
export type { RegistrationParameters, UnregisterParameters } from './registries/registrations.ts'

export {
  importEntries,
  issueEntries,
  markEntries,
  reorgEntries,
  terminateEntry,
} from './registries/entries.ts'
export type {
  EntriesParameters,
  MarkEntriesParameters,
  NewEntry,
  ReorgParameters,
  TerminateParameters,
} from './registries/entries.ts'

export { createCustodyChain, markCustodyChainAssets, offramp, onramp } from './registries/custodyChains.ts'
export type { CustodyChainParameters, Ramped, RampParameters } from './registries/custodyChains.ts'

export {
  confirmWorkflow,
  executeWorkflow,
  rejectWorkflow,
  rejectWorkflowOnLedger,
  revokeWorkflow,
  startWorkflow,
} from './workflows/workflows.ts'
export { approveProposal } from './workflows/approve.ts'
export type { Approved, ApproveParameters } from './workflows/approve.ts'
export { findProposalChanges, proposalChangeText } from './workflows/changes.ts'
export type { ProposalChange } from './workflows/changes.ts'
export { findProposalTests } from './workflows/proposalTests.ts'
export type { ProposalTest } from './workflows/proposalTests.ts'
export { computeProposal, readProposal } from './workflows/readProposal.ts'
export type { Proposal, ProposedCall } from './workflows/readProposal.ts'
export { doubtText, forbids, PROPOSAL_ERRORS, ProposalError } from './workflows/doubts.ts'
export type { Doubt, DoubtCode, ProposalErrorCode } from './workflows/doubts.ts'
export type { BatchCall, UnknownCall } from './ledger/review.ts'
export { proposeAgain, sendForApproval } from './workflows/sendForApproval.ts'
export type { SentForApproval } from './workflows/sendForApproval.ts'
export { getWorkflow, listTasks, listWorkflows } from './workflows/queries.ts'
export type { WorkflowParameters } from './workflows/workflows.ts'
