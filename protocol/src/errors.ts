// The error catalogue (spec §8): every error that the API answers, once. A call declares its errors in the endpoint table
// (`errors`), openApi.ts those that every call may answer; errors without an answer are in sdk/src/errors.ts. `title` is the specification's default
// message for the status, `detail` its specific one where there is one; `code` is for a user to quote on the phone.
const AUTHENTICATION = 'User Authentication Failure'
const AUTHORIZATION = 'User Authorization Failure'

type CatalogueEntry = { status: number; title: string; detail?: string }

export const API_ERRORS = {
  badRequest: { status: 400, title: 'Bad Request' },
  accountInvalid: {
    status: 400,
    title: 'Bad Request',
    detail: 'Account number must be higher than 0 OR Asset account already exists',
  },
  transactionMalformed: {
    status: 400,
    title: 'Bad Request',
    detail: 'The raw transaction is not well formed.',
  },
  transactionForeignChain: {
    status: 400,
    title: 'Bad Request',
    detail: "The transaction is not signed for this ledger's chain id. Sign it again with that chain id.",
  },
  transactionTooMuchGas: {
    status: 400,
    title: 'Bad Request',
    detail: 'The gas limit of the transaction is above 16,000,000. Sign it with a lower one.',
  },
  transactionUnknownContract: {
    status: 400,
    title: 'Bad Request',
    detail:
      "The transaction is not addressed to a contract of the platform. Send it to one of the tenant's controllers; send a refund to the platform manager.",
  },
  transactionTypeUnsupported: {
    status: 400,
    title: 'Bad Request',
    detail:
      'The transaction was not published: the ledger does not accept its type. Sign it as type 0, 1 or 2.',
  },
  gasTooLow: {
    status: 400,
    title: 'Bad Request',
    detail:
      'Nothing was changed: the gas limit is too low for the data of the transaction. Raise it, or send less data.',
  },
  signatureNotOfBatch: {
    status: 400,
    title: 'Bad Request',
    detail:
      "This user did not sign this batch. Sign it unchanged, with this ledger's chain id, and send it again.",
  },
  signatureUnusable: {
    status: 400,
    title: 'Bad Request',
    detail:
      "Nothing was published: this is not a signature of the transaction's hash by your wallet. Sign the keccak-256 of unsignedTransaction, without a prefix, with the wallet that signs the request.",
  },
  transactionOtherBatch: {
    status: 400,
    title: 'Bad Request',
    detail:
      "The transaction must call the workflow's controller with its batch and enough valid signatures, in ascending order of the signers' addresses. Build it again and sign it again.",
  },
  apiAddressInvalid: {
    status: 400,
    title: 'Bad Request',
    detail:
      "The address of a tenant's server must be an https URL with a host, and without credentials, query or fragment. Correct it and sign again.",
  },
  transactionOtherTarget: {
    status: 400,
    title: 'Bad Request',
    detail: 'The transaction does not match this request. Build it again and sign it again.',
  },
  methodNotAllowedOnLedger: {
    status: 400,
    title: 'Bad Request',
    detail: 'This ledger method is not available.',
  },
  contractUnknown: {
    status: 400,
    title: 'Bad Request',
    detail:
      'The call is not addressed to a contract of the platform. Call one of its contracts, or a registered token.',
  },
  stale: {
    status: 401,
    title: AUTHENTICATION,
    detail:
      "The timestamp of the request is too far from the server's clock. Correct the clock and try again.",
  },
  replay: { status: 401, title: AUTHENTICATION, detail: 'The request was already received.' },
  unauthenticated: { status: 401, title: AUTHENTICATION },
  accountsNotReadable: {
    status: 401,
    title: AUTHORIZATION,
    detail: 'Missing privileges to get asset accounts',
  },
  accountsNotWritable: {
    status: 401,
    title: AUTHORIZATION,
    detail: 'Missing privileges to set an asset account',
  },
  forbidden: { status: 403, title: AUTHORIZATION },
  transactionForeignSender: {
    status: 403,
    title: AUTHORIZATION,
    detail:
      'The transaction and the request are signed by different accounts. Sign both with the same wallet.',
  },
  locked: { status: 403, title: AUTHORIZATION, detail: 'The account is locked.' },
  notActive: { status: 403, title: AUTHORIZATION, detail: 'The account is not active.' },
  notFound: { status: 404, title: 'Not Found' },
  draftHasWorkflow: {
    status: 403,
    title: 'Forbidden',
    detail:
      "Draft has an active workflow, which is not in state REJECTED or you don't have the required privileges.",
  },
  userNotInvited: {
    status: 403,
    title: 'Forbidden',
    detail: 'Current user is not a tenant admin OR user to delete is not in status INVITED',
  },
  invitationNotInvited: {
    status: 403,
    title: 'Forbidden',
    detail: 'Tenant invitation is not in status INVITED',
  },
  notEntitledToSign: {
    status: 403,
    title: AUTHORIZATION,
    detail:
      'The user lacks a privilege that the ledger requires of everyone who signs this batch. Ask an administrator of your tenant for it.',
  },
  ownConfirmation: {
    status: 403,
    title: 'Forbidden',
    detail:
      'You have already confirmed this workflow: starting it counts as confirming. Another user must confirm it.',
  },
  draftNotFound: { status: 404, title: 'Not Found', detail: 'Draft not found' },
  documentNotFound: { status: 404, title: 'Not Found', detail: 'Document not found' },
  invitationNotFound: { status: 404, title: 'Not Found', detail: 'Tenant invitation not found' },
  registryNotFound: {
    status: 404,
    title: 'Not Found',
    detail: 'Related instrument or registry not found.',
  },
  workflowNotFound: { status: 404, title: 'Not Found', detail: 'Workflow not found.' },
  workflowEnded: {
    status: 409,
    title: 'Conflict',
    detail: 'The workflow has ended and can no longer change. Start a new one for the remaining work.',
  },
  workflowConfirmed: {
    status: 409,
    title: 'Conflict',
    detail:
      'The workflow has all its confirmations. Publish its transaction, or revoke a confirmation first.',
  },
  workflowNotConfirmed: {
    status: 409,
    title: 'Conflict',
    detail: 'The workflow still waits for confirmations. Publish its transaction once it is CONFIRMED.',
  },
  workflowPublished: {
    status: 409,
    title: 'Conflict',
    detail: "The workflow's transaction is already published. Wait until this server has indexed it.",
  },
  batchNonceUsed: {
    status: 409,
    title: 'Conflict',
    detail:
      'The nonce of the batch is already used or canceled on the ledger. Sign again with a new random nonce.',
  },
  nonceUsed: {
    status: 409,
    title: 'Conflict',
    detail:
      'The transaction was not published: this account has already used its nonce. Sign it with the next nonce.',
  },
  nonceGap: {
    status: 409,
    title: 'Conflict',
    detail:
      'The transaction was not published: one with an earlier nonce is missing. Publish that one first, or sign with the next nonce.',
  },
  balanceTooLow: {
    status: 409,
    title: 'Conflict',
    detail:
      'Nothing was changed: the balance of the account does not cover the fee and the value. Request a refund from the platform, or lower the value or the gas limit.',
  },
  gasPriceTooLow: {
    status: 409,
    title: 'Conflict',
    detail:
      'The transaction was not published: the ledger charges more for gas than the transaction offers. Try again later, or ask the operator of your server to raise the gas price.',
  },
  contractRefused: {
    status: 409,
    title: 'Conflict',
    detail: 'Nothing was changed: the contract refused this call.',
  },
  actionRefused: {
    status: 409,
    title: 'Conflict',
    detail: 'Nothing was prepared: the transfer does not allow this now.',
  },
  signaturesRequired: {
    status: 409,
    title: 'Conflict',
    detail:
      'Nothing was prepared: your tenant requires the signatures of several users for this. Start a workflow with the SDK, or ask a user who may act alone.',
  },
  detailsMissing: {
    status: 409,
    title: 'Conflict',
    detail:
      'Nothing was prepared: your server has not received the private details of this transfer yet, so the amount of cash, or the deal behind an exchange, is unknown. Try again in a moment. If the other side has given you the terms by other means, send withoutDetails, which a proposal does not take.',
  },
  detailsDiffer: {
    status: 409,
    title: 'Conflict',
    detail:
      "Nothing was prepared: the private details on your server do not match the ledger's fingerprint. Do not rely on them: ask the other side for the terms by other means, then send withoutDetails, which a proposal does not take.",
  },
  peerTooOld: {
    status: 409,
    title: 'Conflict',
    detail:
      'Nothing was stored: the server of another party does not support changes to open deals yet. Return everything at once, or ask that party to update its server.',
  },
  refundDue: {
    status: 409,
    title: 'Conflict',
    detail:
      "Nothing was prepared: your wallet's balance is below the platform's threshold. Prepare and publish a refund (POST /dlt/eth/refund/prepare), then prepare this again.",
  },
  ledgerRefused: {
    status: 409,
    title: 'Conflict',
    detail: 'Nothing was changed: the ledger refused this for the reason below.',
  },
  signatureRevoked: {
    status: 409,
    title: 'Conflict',
    detail:
      'A signature of this batch was revoked, or its workflow was rejected. Use the confirmations that are still valid, or start a new workflow.',
  },
  tenantNameTaken: {
    status: 409,
    title: 'Conflict',
    detail: 'A tenant with this name is already on the ledger. Confirm with another name.',
  },
  invitationNotConfirmed: {
    status: 409,
    title: 'Conflict',
    detail:
      'The tenant can be registered only once its invitation is CONFIRMED. Wait for the new tenant to confirm it, or invite it again.',
  },
  walletExpired: {
    status: 403,
    title: AUTHORIZATION,
    detail:
      'The wallet has expired. Ask an administrator of your tenant to renew it, or to invite a new one.',
  },
  userStateFixed: {
    status: 409,
    title: 'Conflict',
    detail:
      'A user cannot change from this status to the requested one: only the INVITED wallet confirms, a REJECTED user must be invited again, and a DELETED user stays deleted.',
  },
  userOfAnotherTenant: {
    status: 409,
    title: 'Conflict',
    detail:
      'On the ledger this wallet holds privileges of another tenant, and none of yours. Invite another wallet, or grant this one a privilege of your tenant first.',
  },
  walletOfAnotherTenant: {
    status: 409,
    title: 'Conflict',
    detail:
      'This wallet is already a user of another tenant on this server. Ask that tenant to delete its user first, or ask to be invited with another wallet.',
  },
  userNotFound: { status: 404, title: 'Not Found', detail: 'User not found' },
  notYetIndexed: {
    status: 409,
    title: 'Conflict',
    detail: 'This server has not indexed the related ledger event yet. Try again in a few seconds.',
  },
  alreadyStored: { status: 409, title: 'Conflict', detail: 'Other data is already stored under this id.' },
  methodNotAllowed: { status: 405, title: 'Method Not Allowed' },
  requestTimeout: { status: 408, title: 'Request Timeout' },
  tooLarge: { status: 413, title: 'Payload Too Large' },
  unsupportedMediaType: { status: 415, title: 'Unsupported Media Type' },
  tooManyRequests: {
    status: 429,
    title: 'Too Many Requests',
    detail: 'Too many requests. Wait a little, then try again.',
  },
  ledgerFailed: { status: 500, title: 'Internal Server Error', detail: 'Blockchain returned an error' },
  /** A fault of this server's own: there should be none. */
  unforeseen: {
    status: 500,
    title: 'Internal Server Error',
    detail:
      'The server ran into an internal error and logged it. Try again; if it keeps happening, tell your administrator.',
  },
  ledgerUnreadable: {
    status: 502,
    title: 'Bad Gateway',
    detail: "The ledger's answer could not be read. Try again.",
  },
  unavailable: { status: 503, title: 'Service Unavailable' },
  busy: {
    status: 503,
    title: 'Service Unavailable',
    detail: 'The server is overloaded. Wait a few seconds, then try again.',
  },
  upgrading: {
    status: 503,
    title: 'Service Unavailable',
    detail: 'The server is restarting, and nothing was changed. Wait a few seconds, then try again.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ApiErrorCode = keyof typeof API_ERRORS

/** Default message by status (spec §8), for answers that carry no problem document. */
export const DEFAULT_MESSAGES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}
