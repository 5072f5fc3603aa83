/**
 * The entry point for servers that prepare transactions, `@connex/sdk/preparing`: what the SDK's own functions would send, taken
 * before it is signed, so that a caller without the SDK signs the same bytes.
 *
 * @module @connex/sdk/preparing
 */
export { loadActNames } from './acts/actNames.ts'
export { actSentences } from './acts/actSentences.ts'
export { namedCalls } from './ledger/calls/namedCalls.ts'
export type { NamedCall } from './ledger/calls/namedCalls.ts'
export type { Client } from './client/client.ts'
export { createClient } from './client/client.ts'
export { ApiError, ClientError, ConnexError, LedgerError } from './errors.ts'
export {
  expireInstrument,
  createInstrument,
  makePublic,
  reviseInstrument,
  updateWhitelist,
} from './instruments/instruments.ts'
export { delegate } from './ledger/controller.ts'
export { feesToSign } from './ledger/fees.ts'
export { readAccount } from './ledger/readContract.ts'
export type { LedgerAccount } from './ledger/readContract.ts'
export { decodeForReview } from './ledger/review.ts'
export type { SignedCall, SignedLeg } from './ledger/review.ts'
export { refundTransaction } from './ledger/send.ts'
export { dryRunAfter, dryRunBatch } from './ledger/simulate.ts'
export type { DryRun } from './ledger/simulate.ts'
export type {
  DataToStore,
  DetailsToStore,
  LedgerCall,
  SendOptions,
  Transaction,
} from './ledger/transaction.ts'
export { fourEyesBlocksOf, mayBypass } from './platform/fourEyesBlocks.ts'
export {
  commitNomination,
  nominateAdmin,
  rejectNomination,
  revokeNomination,
  setRecoverer,
} from './platform/nominations.ts'
export { blacklistAccounts, fundPlatform, setRefundLimits } from './platform/operator.ts'
export {
  changeTenantPrivileges,
  grantPrivileges,
  revokePrivileges,
  setFourEyes,
} from './platform/privileges.ts'
export { registerTenant, updateTenant } from './platform/tenants.ts'
export { announceRollback, announceUpgrade, executeUpgrade, withdrawUpgrade } from './platform/upgrades.ts'
export {
  configureAccount,
  forceTransfer,
  importAssets,
  issueAssets,
  markAssets,
  terminateAssets,
} from './registries/assets.ts'
export { createCustodyChain, markCustodyChainAssets, offramp, onramp } from './registries/custodyChains.ts'
export {
  importEntries,
  issueEntries,
  markEntries,
  reorgEntries,
  terminateEntry,
} from './registries/entries.ts'
export { finishImport, startExporting, suspendRegistry, unsuspendRegistry } from './registries/lifecycle.ts'
export {
  cancelRegistration,
  confirmRegistration,
  rejectRegistration,
  requestRegistration,
  unregisterRegistry,
} from './registries/registrations.ts'
export { readSignature } from './signer/keySignature.ts'
export { flatSignature, unsignedTransaction } from './signer/signatures.ts'
export { currentMe } from './session/session.ts'
export { cancelExpired, cancelTransfer } from './transfers/cancelTransfer.ts'
export { confirmAsRegistrar, confirmTransfer } from './transfers/confirmTransfer.ts'
export { createReturn } from './transfers/createReturn.ts'
export { createSubstitution } from './transfers/createSubstitution.ts'
export { createFopTransfer, createRepoTransfer, createSecLendTransfer } from './transfers/createTransfer.ts'
export { getTransfer } from './transfers/queries.ts'
export { createBurnRequest, createMintRequest } from './transfers/requests.ts'
export { doubtText, forbids } from './workflows/doubts.ts'
export { readProposal } from './workflows/readProposal.ts'
export type { Proposal } from './workflows/readProposal.ts'
export { proposedWorkflow } from './workflows/sendForApproval.ts'
export { batchTransaction, newBatch, rejectWorkflowOnLedger } from './workflows/workflows.ts'
