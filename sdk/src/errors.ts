// Every error that the SDK itself can raise. A server's answer becomes an ApiError, a ledger's refusal a LedgerError;
// the rest is in this table (spec §8, 'Client errors'; the entries below the blank line are ours).
import { DEFAULT_MESSAGES, PRODUCT } from '@connex/protocol'
import type { Problem } from '@connex/protocol'

export const CLIENT_ERRORS = {
  notReady: `${PRODUCT.name} API is not ready yet`,
  versionNotSupported: 'Version {detail} is not supported',
  noSupportedVersion: 'No supported version found',
  refundThreshold: 'Refund threshold could not be fetched',
  walletNotInitialized: `The ${PRODUCT.name} Wallet has to be initialized`,
  missingClient: 'Missing API Client',

  serverUrlInvalid: "'{detail}' is not a server's URL. Leave out /api.",
  chainUnknown: "Neither the server nor the configuration specifies the ledger's chain id.",
  wrongChain: 'The server uses another ledger than the configured one.',
  unreachable: 'The server cannot be reached.',
  timedOut: 'The server did not answer in time.',
  unexpectedAnswer: 'The server sent an unexpected answer.',
  answerTooLarge: 'The server sent too large an answer.',
  invalidInput: '{detail}.',
  notFound: '{detail} was not found.',
  noController: 'Your tenant has no controller for this part of the platform.',
  workflowNotConfirmed:
    'This workflow is {detail}. Its transaction can be published only while it is CONFIRMED.',
  invitationNotConfirmed: '{detail} has not confirmed its invitation yet.',
  nothingToConfirm: 'There is nothing for your tenant to confirm now.',
  notCancelable: 'Your tenant cannot cancel this now.',
  reasonMissing: 'Enter a reason.',
  wrongTransfer: 'This is not a {detail}.',
  notReturnable: 'Only a settled transfer can be returned.',
  isClosing: 'This transfer is itself a closing and cannot be returned.',
  alreadyReturned: 'This deal already has a closing, settled or pending: {detail}.',
  detailsMissing: 'The private terms of this transfer are missing, or do not match the ledger.',
  detailsDiffer: 'The private details of this transfer do not match the ledger.',
  repurchaseTooEarly: 'The repurchase date must be after the purchase date.',
  repurchaseDateMissing: 'This repo is open: enter a repurchase date.',
  accountMissing: 'Choose an account.',
  notIndexed:
    'The transaction executed in block {detail}, but your server has not indexed it yet: do not repeat it.',
  notMined: 'The transaction is signed but not yet in a block. It may still execute: do not repeat it.',
  notFunded: 'The wallet cannot pay for a ledger transaction. Ask your administrator to fund it.',
  keptForLater:
    'The transaction is signed, but we could not confirm that the ledger received it. It will be published again: do not repeat it.',
  notWhatWasShown: 'The transaction changed since you reviewed it. Review it again.',
  notShown: 'The transaction was not shown for review. Review it, then sign.',
  replaced:
    'Another transaction of this wallet took the place of this one, which changed nothing. Try again if it is still needed.',
  nonceTaken: 'This transaction was not published: another one of this wallet came first. Try again.',
} as const

export type ClientErrorCode = keyof typeof CLIENT_ERRORS

/** The base of all errors of the SDK: a code for programs, a sentence for people. */
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

/** A server's refusal: its problem document, or the text of another answer. */
export class ApiError extends ConnexError {
  override readonly name = 'ApiError'
  readonly status: number
  readonly statusText: string
  readonly title: string
  readonly problem: Problem | undefined
  /** The answer's text, cut short, if it is not a problem document. */
  readonly body: string | undefined

  constructor(status: number, statusText: string, answer: { problem: Problem } | { body: string }) {
    const problem = 'problem' in answer ? answer.problem : undefined
    const title = problem?.title ?? DEFAULT_MESSAGES[status] ?? `${status} ${statusText}`.trim()
    super(problem?.code ?? 'http', sentenceOf(title, problem), problem?.detail)
    this.status = status
    this.statusText = statusText
    this.title = title
    this.problem = problem
    this.body = 'body' in answer ? answer.body : undefined
  }
}

/** The detail, or the title and what is wrong with each field: 'Bad Request: page must be at least 1' */
function sentenceOf(title: string, problem: Problem | undefined): string {
  if (problem?.detail !== undefined) return problem.detail
  const faults = (problem?.errors ?? []).map(({ path, message }) => `${path}: ${message}`)
  return faults.length === 0 ? title : `${title}: ${faults.join('; ')}`
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
