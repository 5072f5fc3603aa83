// Every error that the SDK itself can raise. A server's answer becomes an ApiError, a ledger's refusal a LedgerError;
// the rest stands in this table (spec §8, 'Client errors'; the entries below the line are ours).
import { DEFAULT_MESSAGES, PRODUCT } from '@connex/protocol'
import type { Problem } from '@connex/protocol'

export const CLIENT_ERRORS = {
  notReady: `${PRODUCT.name} API is not ready yet`,
  versionNotSupported: 'Version {detail} is not supported',
  noSupportedVersion: 'No supported version found',
  refundThreshold: 'Refund threshold could not be fetched',
  walletNotInitialized: `The ${PRODUCT.name} Wallet has to be initialized`,
  missingClient: 'Missing API Client',

  chainUnknown: 'The server does not say which ledger it stands on, and the configuration does not either.',
  wrongChain: 'The server stands on another ledger than the configured one.',
  unreachable: 'The server cannot be reached.',
  timedOut: 'The server did not answer in time.',
  unexpectedAnswer: 'The server answered something unexpected.',
  answerTooLarge: 'The server answered more than it may.',
  notFound: '{detail} was not found.',
  noController: 'Your tenant has no controller for this part of the platform.',
  workflowNotConfirmed:
    'This workflow is {detail}: it goes to the ledger once enough of your colleagues have confirmed it.',
  invitationNotConfirmed: '{detail} has not confirmed its invitation yet.',
  nothingToConfirm: 'There is nothing that your tenant can confirm now.',
  notCancelable: 'Your tenant cannot cancel this now.',
  reasonMissing: 'A reason has to be given.',
  wrongTransfer: 'This is no {detail}.',
  notReturnable: 'Only what is settled can be returned.',
  isClosing: 'This is itself a closing: nothing goes back from it.',
  alreadyReturned: 'This is closed already, or its closing waits to be confirmed: {detail}.',
  detailsMissing: 'The private terms of this transfer are not here, or do not match the ledger.',
  repurchaseTooEarly: 'The repurchase date is not before the purchase date.',
  repurchaseDateMissing: 'This repo is open: say on which day it is repurchased.',
  accountMissing: 'An account has to be chosen.',
  notIndexed: 'The transaction is in block {detail}, but the server has not read that far yet.',
  notMined: 'The ledger has not taken up the transaction yet. It may still do so.',
  notFunded: 'The wallet cannot pay for a ledger transaction. Ask your administrator to fund it.',
  keptForLater:
    'It is not known yet whether the ledger has the transaction. It is signed, and will be published once more: do not repeat it.',
  notWhatWasShown: 'What would be signed is no longer what was shown: look at it once more.',
  notShown: 'What would be signed could not be shown before: look at it, then sign.',
  nonceTaken: 'Another transaction of this wallet came first. Try again.',
} as const

export type ClientErrorCode = keyof typeof CLIENT_ERRORS

/** What all errors of the SDK have in common: a code for programs, a sentence for people. */
export class ConnexError extends Error {
  override readonly name: string = 'ConnexError'
  readonly code: string
  readonly detail: string | undefined

  constructor(code: string, message: string, detail?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.detail = detail
  }
}

/** `new ClientError('versionNotSupported', '7').message` → 'Version 7 is not supported' */
export class ClientError extends ConnexError {
  override readonly name = 'ClientError'
  declare readonly code: ClientErrorCode

  constructor(code: ClientErrorCode, detail?: string, cause?: unknown) {
    super(code, CLIENT_ERRORS[code].replace('{detail}', detail ?? ''), detail, cause)
  }
}

/** A server's refusal: its problem document, or what could be made of another answer. */
export class ApiError extends ConnexError {
  override readonly name = 'ApiError'
  readonly status: number
  readonly statusText: string
  readonly title: string
  readonly problem: Problem | undefined
  /** The answer's text where it was no problem document, cut short. */
  readonly body: string | undefined

  constructor(status: number, statusText: string, answer: { problem: Problem } | { body: string }) {
    const problem = 'problem' in answer ? answer.problem : undefined
    const title = problem?.title ?? DEFAULT_MESSAGES[status] ?? `${status} ${statusText}`.trim()
    super(problem?.code ?? 'http', problem?.detail ?? title, problem?.detail)
    this.status = status
    this.statusText = statusText
    this.title = title
    this.problem = problem
    this.body = 'body' in answer ? answer.body : undefined
  }
}

/** The ledger's refusal: the contract's typed error as `code`, a sentence for an operations user as `message`. */
export class LedgerError extends ConnexError {
  override readonly name = 'LedgerError'
  /** The error's arguments by name, as the contract gave them. */
  readonly values: Readonly<Record<string, unknown>>
  readonly revertData: string | undefined

  constructor(
    code: string,
    sentence: string,
    values: Readonly<Record<string, unknown>> = {},
    revertData?: string,
    cause?: unknown,
  ) {
    super(code, sentence, undefined, cause)
    this.values = values
    this.revertData = revertData
  }
}
