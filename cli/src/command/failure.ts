import { ApiError, ClientError, ConnexError } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Fault } from '../CliError.ts'

export type Failure = {
  readonly code: string
  /** One sentence: `message` in `{"error":{"code","message"}}`. */
  readonly message: string
  /** More about it, for people only. */
  readonly detail: string | undefined
  readonly exit: ExitName
  /** Each problem, where there are several. */
  readonly faults?: readonly Fault[] | undefined
}

const exits: Readonly<Record<string, ExitName>> = {
  usage: 'usage',
  agreementMissing: 'usage',
  answerMissing: 'usage',
  passwordMissing: 'usage',
  walletMissing: 'usage',
  accountToName: 'usage',
  identifierWrong: 'usage',
  deployerMissing: 'usage',
  keysExclude: 'usage',
  secretFileRefused: 'usage',
  signerPassword: 'usage',
  signerKeyUnclear: 'usage',
  declined: 'declined',
  notStored: 'declined',
  interrupted: 'interrupted',
  waitedTooLong: 'tooLong',
  unreachable: 'unreachable',
  ledgerUnsuitable: 'unreachable',
  deploymentWaiting: 'unreachable',
  timedOut: 'unreachable',
  signerUnreachable: 'unreachable',
  signerTimedOut: 'unreachable',
  keptForLater: 'unconfirmed',
  notMined: 'unconfirmed',
  notIndexed: 'unconfirmed',
  stoppedSigned: 'unconfirmed',
  stoppedInBlock: 'unconfirmed',
}

/** An error that the user can act on becomes one sentence; anything else is a bug, shown with its stack. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CliError) return { ...failure(error.code, error.message), faults: error.faults }
  // The cause says more than 'Error unlocking wallet'.
  if (error instanceof ConnexError && error.code === 'unlockFailed' && error.cause instanceof ConnexError)
    return failureOf(error.cause)
  if (error instanceof ApiError && isOfGateway(error))
    return failure(
      'unreachable',
      new ClientError('unreachable').message,
      `Its proxy answers with ${error.status}.`,
    )
  if (error instanceof ApiError && error.code === 'unauthenticated' && error.detail === undefined)
    return failure(error.code, error.message, NOT_AUTHENTIC)
  if (error instanceof ConnexError)
    return failure(
      error.code,
      error.message,
      [error.detail, certificateFault(error)].filter(Boolean).join(' '),
    )
  if (error instanceof DOMException && error.name === 'AbortError') return failure('interrupted', 'Stopped.')
  const { code, path = '.', stack } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return failureOf(CliError.of('diskFull', path))
  return failure(
    'internal',
    'Something unexpected happened. If you were signing, run connex resume before you repeat the command. Please report the lines below.',
    String(stack),
  )
}

const NOT_AUTHENTIC =
  'Either this is not the server of your wallet, or --server is none of the addresses that the server calls its own (PUBLIC_ORIGINS).'

const NOT_TRUSTED =
  'Its certificate is signed by an authority that is not trusted here: name the file of that authority in NODE_EXTRA_CA_CERTS.'

/** By the codes of Node's TLS. */
const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
}

/** Why a server's certificate was refused, where that is the root of an error. */
function certificateFault(error: Error): string | undefined {
  const { cause, code } = error as Error & { code?: string }
  return cause instanceof Error ? certificateFault(cause) : CERTIFICATE_FAULTS[code ?? '']
}

/** What a proxy answers while its server is away. The server itself explains each refusal in a problem document. */
const isOfGateway = ({ status, problem }: ApiError): boolean =>
  problem === undefined && [502, 503, 504].includes(status)

const failure = (code: string, message: string, detail?: string): Failure => ({
  code,
  message,
  detail: detail !== undefined && message.includes(detail) ? undefined : detail,
  exit: exits[code] ?? 'failed',
})

/** The exit codes, for scripts; docs/cli.md has the same table. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  failed: { code: 1, meaning: 'refused or failed: the message has the reason' },
  usage: { code: 2, meaning: 'usage error: an argument or option is missing or invalid' },
  unreachable: {
    code: 3,
    meaning:
      'the server or the remote signer could not be reached or did not answer in time, or the ledger is unsuitable',
  },
  unconfirmed: {
    code: 4,
    meaning: 'signed, outcome not known yet: do not repeat the command, run `connex resume`',
  },
  declined: { code: 5, meaning: 'declined at the prompt: nothing was signed' },
  tooLong: { code: 6, meaning: '--timeout ended before the transfer reached the state' },
  interrupted: { code: 130, meaning: 'stopped by Ctrl-C' },
} as const

export type ExitName = keyof typeof exitCodes
