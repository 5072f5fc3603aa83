// What to do about each error that a user can meet, for docs/errors.md. The types make the tables complete: a new error needs
// its step here. `IN_SENTENCE`: the error's own sentence has it.
import type { ApiErrorCode } from '@connex/protocol'
import type { ProposalErrorCode } from '../../src/workflows/doubts.ts'
import type { DealErrorCode } from '../../src/deals/DealError.ts'
import type { ClientErrorCode } from '../../src/errors.ts'
import type { KeyErrorCode } from '../../src/signer/KeyError.ts'
import type { SignerErrorCode } from '../../src/signer/Signer.ts'
import type { WalletErrorCode } from '../../src/wallet/WalletError.ts'

export const IN_SENTENCE = ''

const PROGRAM = 'A fault of the program that sent it: correct the request.'
const ADMINISTRATOR = 'Ask an administrator of your tenant for one of the privileges in `needs`.'
const RELOAD = 'Read the list again: it may have been deleted, or belong to another server.'

export const apiSteps: Record<ApiErrorCode, string> = {
  badRequest: 'Correct the fields that `errors` names.',
  accountInvalid: 'Choose another account number, above 0.',
  transactionMalformed: PROGRAM,
  transactionForeignChain: IN_SENTENCE,
  transactionTooMuchGas: IN_SENTENCE,
  transactionUnknownContract: IN_SENTENCE,
  transactionTypeUnsupported: IN_SENTENCE,
  gasTooLow: IN_SENTENCE,
  signatureNotOfBatch: IN_SENTENCE,
  signatureUnusable: IN_SENTENCE,
  transactionOtherBatch: IN_SENTENCE,
  apiAddressInvalid: IN_SENTENCE,
  transactionOtherTarget: IN_SENTENCE,
  methodNotAllowedOnLedger: 'A fault of the program: the server forwards only the methods that clients need.',
  contractUnknown: IN_SENTENCE,
  stale: IN_SENTENCE,
  replay: 'Sign the request again: each signature is accepted once.',
  unauthenticated:
    "Check the server's URL and the wallet: a wallet is known to its own tenant's server only. If both are right, check the clock.",
  accountsNotReadable: ADMINISTRATOR,
  accountsNotWritable: ADMINISTRATOR,
  forbidden: ADMINISTRATOR,
  transactionForeignSender: IN_SENTENCE,
  locked: 'Wait until the lock ends (`connex whoami` shows when), or ask an administrator of your tenant.',
  notActive: 'Accept your invitation first. After a deletion or a rejection, ask to be invited again.',
  notFound: 'Check the path and the id. An id of another tenant is not found either.',
  draftHasWorkflow: 'Have the workflow rejected first, or ask its author to delete the draft.',
  userNotInvited: 'Lock or delete a user who has already accepted, instead of the invitation.',
  invitationNotInvited: 'The invitation was already answered: invite the tenant again.',
  notEntitledToSign: IN_SENTENCE,
  ownConfirmation: IN_SENTENCE,
  draftNotFound: RELOAD,
  documentNotFound:
    'Wait a minute, then try again: documents of another server arrive after the instrument. If it does not arrive, ask the issuer to upload it again.',
  invitationNotFound:
    'Check the token. An invitation can be used only once, and only at the server that made it.',
  registryNotFound: RELOAD,
  workflowNotFound: RELOAD,
  workflowEnded: IN_SENTENCE,
  workflowConfirmed: IN_SENTENCE,
  workflowNotConfirmed: IN_SENTENCE,
  workflowPublished: IN_SENTENCE,
  batchNonceUsed: IN_SENTENCE,
  nonceUsed: IN_SENTENCE,
  nonceGap: IN_SENTENCE,
  balanceTooLow: IN_SENTENCE,
  gasPriceTooLow: IN_SENTENCE,
  contractRefused:
    'Decode `revertData`, as the SDK and the command line do, and look for its code among the errors of the ledger below.',
  actionRefused:
    '`detail` has the reason, and `reason` its code: look it up under the SDK’s errors and those of deals.',
  signaturesRequired: IN_SENTENCE,
  detailsMissing: IN_SENTENCE,
  detailsDiffer: IN_SENTENCE,
  peerTooOld: IN_SENTENCE,
  refundDue: IN_SENTENCE,
  ledgerRefused: 'Read `errors`: it has the ledger client’s own text.',
  signatureRevoked: IN_SENTENCE,
  tenantNameTaken: IN_SENTENCE,
  invitationNotConfirmed: IN_SENTENCE,
  walletExpired: IN_SENTENCE,
  userStateFixed: IN_SENTENCE,
  userOfAnotherTenant: IN_SENTENCE,
  walletOfAnotherTenant: IN_SENTENCE,
  userNotFound: RELOAD,
  notYetIndexed: IN_SENTENCE,
  alreadyStored: 'Use a new id. The stored data does not change.',
  methodNotAllowed: PROGRAM,
  requestTimeout: 'Send the whole request without long pauses. Check the network, then try again.',
  tooLarge: 'Send less at once: the OpenAPI document has the limit of each call.',
  unsupportedMediaType: 'Send JSON as `application/json`, in UTF-8 and uncompressed.',
  tooManyRequests: IN_SENTENCE,
  ledgerFailed: 'Try again. If it keeps happening, ask the operator of your server to check its ledger node.',
  unforeseen: IN_SENTENCE,
  ledgerUnreadable: IN_SENTENCE,
  unavailable:
    'Try again in a minute. If it keeps happening, ask the operator of your server to read `/health`, which has the cause.',
  busy: IN_SENTENCE,
  upgrading: IN_SENTENCE,
}

export const clientSteps: Record<ClientErrorCode, string> = {
  notReady: 'Call `discoverVersion(client)` first.',
  versionNotSupported:
    'Update the program, or the server: `/api/introspection` lists the versions that the server supports.',
  noSupportedVersion: 'Check that the URL is that of a tenant’s server. If it is, update the program.',
  refundThreshold: 'Try again. If it keeps happening, ask the operator of your server to read `/health`.',
  walletNotInitialized: 'Unlock the wallet: log in again.',
  missingClient: 'A fault of the program: it must create a client before it calls a server.',
  serverUrlInvalid: IN_SENTENCE,
  chainUnknown: 'Set `chainId` when the client is created, or update the server.',
  wrongChain:
    'Check the URL. If the server moved to another ledger on purpose, correct the configured chain id.',
  unreachable: 'Check the URL and the network, then try again. Nothing was sent to the ledger.',
  timedOut: 'Try again. To resume what was signed before, run `connex resume` or log in again.',
  unexpectedAnswer:
    'Check that the URL is that of a tenant’s server, and that no proxy answers in its place.',
  answerTooLarge: 'Request fewer rows at a time.',
  invalidInput: 'Correct the parameter that the sentence names.',
  notFound: RELOAD,
  noController: 'Ask the platform’s operator to create the controller of your tenant for this dApp.',
  workflowNotConfirmed: IN_SENTENCE,
  invitationNotConfirmed: 'Ask the invited tenant to accept with its token, or invite it again.',
  nothingToConfirm: 'Nothing. The transfer’s page shows whose turn it is.',
  notCancelable: 'Ask the party that can: the transfer’s page lists what each may do.',
  reasonMissing: IN_SENTENCE,
  wrongTransfer: 'Check the id: this operation is for another type of transfer.',
  notReturnable: 'Wait until it has settled.',
  isClosing: 'Return the opening of the deal instead, if it has no return yet.',
  alreadyReturned: 'Confirm or cancel that closing.',
  detailsMissing:
    'Ask the operator of the counterparty’s server to retry its failed pushes: `connex sync retry`.',
  detailsDiffer:
    'Do not rely on them. Ask the other side for the terms by other means, then pass `withoutDetails`, which a proposal does not take.',
  repurchaseTooEarly: 'Choose a later repurchase date.',
  repurchaseDateMissing: IN_SENTENCE,
  accountMissing: IN_SENTENCE,
  notIndexed: 'Wait. If the server stays behind, ask its operator to read `/health`.',
  notMined: 'Run `connex resume`, or log in again: it reports the outcome.',
  notFunded: IN_SENTENCE,
  keptForLater: 'Run `connex resume`, or log in again: it reports the outcome.',
  notWhatWasShown: IN_SENTENCE,
  notShown: IN_SENTENCE,
  replaced: IN_SENTENCE,
  nonceTaken: IN_SENTENCE,
}

export const proposalSteps: Record<ProposalErrorCode, string> = {
  workflowEnded: IN_SENTENCE,
  workflowPublished: 'Nothing: it becomes EXECUTED once the transaction is in a block.',
  ownConfirmation: IN_SENTENCE,
  batchReplaced: IN_SENTENCE,
  functionUnknown: IN_SENTENCE,
  detailsMissing: 'Propose it again from its terms. Details are deleted a day after a proposal has ended.',
  detailsDiffer: IN_SENTENCE,
  dataMissing:
    'Ask its proposer to propose it again. Private data is deleted a day after a proposal has ended.',
  dataDiffers: IN_SENTENCE,
  totalsDiffer: IN_SENTENCE,
  batchOutdated: IN_SENTENCE,
  ledgerRefuses: 'Wait until the ledger accepts it, or reject it.',
  dealChanged: 'Read the deal, then approve or reject the proposal.',
  assetUnknown: IN_SENTENCE,
  lessAvailable: 'Wait until enough is available, or reject the proposal.',
  notReviewed: IN_SENTENCE,
}

export const dealSteps: Record<DealErrorCode, string> = {
  dealNotOpen: 'Confirm the opening, or wait until the other parties have confirmed it.',
  dealClosed: 'Nothing. If you expected something outstanding, read the deal’s events.',
  dealInconsistent: IN_SENTENCE,
  detailsMissing:
    'Ask the operator of the counterparty’s server to retry its failed pushes: `connex sync retry`.',
  dealChanged: IN_SENTENCE,
  returnInFlight: IN_SENTENCE,
  exceedsOutstanding: IN_SENTENCE,
  notDenominated: IN_SENTENCE,
  repurchaseTooEarly: IN_SENTENCE,
  lotNotOutstanding: IN_SENTENCE,
  lotInFlight: IN_SENTENCE,
  principalInFlight: IN_SENTENCE,
  notYourCollateral: IN_SENTENCE,
  tooManyLegs: IN_SENTENCE,
  substitutionNotAllowed: 'Return the deal, and open another one with the other collateral.',
  notEligible: IN_SENTENCE,
  custodianUnusable: IN_SENTENCE,
  valueTooLow: IN_SENTENCE,
  priceMissing: IN_SENTENCE,
  priceStale: IN_SENTENCE,
  currenciesDiffer: IN_SENTENCE,
  nothingNeeded: IN_SENTENCE,
  collateralMissing: IN_SENTENCE,
  peerTooOld: IN_SENTENCE,
  peerUnreachable: IN_SENTENCE,
  termsUnsupported: IN_SENTENCE,
  messagesUnsupported: IN_SENTENCE,
  lotNotRecallable: IN_SENTENCE,
  dayPassed: IN_SENTENCE,
  requestEnded: 'Read the messages of the deal. To ask again, write a new request.',
  ownRequest: IN_SENTENCE,
  consentMissing: IN_SENTENCE,
  dealNotYet: IN_SENTENCE,
  momentToCome: IN_SENTENCE,
}

const OTHER_FILE =
  'Choose another file: this one is not a wallet, or it is damaged. Restore it from a backup.'

export const walletSteps: Record<WalletErrorCode, string> = {
  invalidWallet: OTHER_FILE,
  tooLarge: OTHER_FILE,
  tooCostly:
    'In the program that made the wallet, write it again with a lower cost: opening it would take minutes.',
  unsupportedCipher: 'Export the wallet again as version 3, with aes-128-ctr.',
  noVersion: OTHER_FILE,
  incorrectPassword:
    'Type the password again. It cannot be recovered: without it, ask to be invited with a new wallet.',
  addressChecksum: OTHER_FILE,
  addressMismatch: 'Do not use this file: its key is not that of its address. Restore it from a backup.',
  unlockFailed: 'Read the cause that comes with it: usually a wrong password.',
  outOfMemory: 'Close other programs, or use a machine with more memory.',
  noMnemonic: 'This wallet was made without recovery words. Back up its file instead.',
  invalidMnemonic: 'Check each word and their order.',
  invalidSeed: 'A fault of the program: pass 16 to 64 bytes.',
  invalidPath: 'Write the path as `m/44’/60’/0’/0/0`.',
  invalidPrivateKey: 'Check the key: 64 hex digits, not 0.',
  invalidPassword: 'Choose a password that is not empty and is well-formed Unicode.',
  invalidCost: 'Choose a power of two as `n`, within the limits.',
}

export const signerSteps: Record<SignerErrorCode, string> = {
  walletNotInitialized: 'Unlock the wallet: log in again.',
  busy: 'Wait until it is unlocked.',
  malformed: 'A fault of the program: the wallet signs requests, transactions and batches only.',
  foreignChain: 'Check the server: it uses another ledger than at login. Log in again.',
  foreignContract: 'Do not sign. Log in again; if it happens again, tell your administrator.',
  contractsAlreadySet: 'A fault of the program: a signer’s contracts are set once.',
  workerFailed: IN_SENTENCE,
  unlockTimeout: 'Try again. If it keeps happening, write the wallet again with a lower cost.',
}

export const keySteps: Record<KeyErrorCode, string> = {
  signerUnreachable: IN_SENTENCE,
  signerTimedOut: IN_SENTENCE,
  signerRefused: IN_SENTENCE,
  signerUnexpected: IN_SENTENCE,
  signerKeyMissing: IN_SENTENCE,
  signerKeyUnclear: 'Pass `--address`, or set `NODE_SIGNER_ADDRESS`.',
  signerWrongKey: IN_SENTENCE,
  signerFailed: 'Read the key store’s own log, then try again.',
}
