import { ConnexError } from '@connex/sdk'
import { CliError, type Fault } from '../CliError.ts'
import type { ExitName } from './exitCodes.ts'

export type Failure = {
  readonly code: string
  /** One sentence, as `{"error":{"code","message"}}` has it. */
  readonly message: string
  /** What a person is told beyond it. */
  readonly detail: string | undefined
  readonly exit: ExitName
  /** Where it is more than one thing. */
  readonly faults?: readonly Fault[] | undefined
}

const exits: Readonly<Record<string, ExitName>> = {
  usage: 'usage',
  agreementMissing: 'usage',
  passwordMissing: 'usage',
  walletMissing: 'usage',
  accountToName: 'usage',
  declined: 'declined',
  interrupted: 'interrupted',
  unreachable: 'unreachable',
  timedOut: 'unreachable',
  keptForLater: 'unconfirmed',
  notMined: 'unconfirmed',
  notIndexed: 'unconfirmed',
  stoppedSigned: 'unconfirmed',
  stoppedInBlock: 'unconfirmed',
}

/** What a person can do something about, in one sentence; anything else is a mistake of ours, with its trace. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CliError) return { ...failure(error.code, error.message), faults: error.faults }
  // 'Error unlocking wallet' says less than its cause does.
  if (error instanceof ConnexError && error.code === 'unlockFailed' && error.cause instanceof ConnexError)
    return failureOf(error.cause)
  if (error instanceof ConnexError) return failure(error.code, error.message, error.detail)
  if (error instanceof DOMException && error.name === 'AbortError') return failure('interrupted', 'Stopped.')
  const { code, path = '.', stack } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return failureOf(CliError.of('diskFull', path))
  return failure('internal', 'Something went wrong that should not have: please report it.', String(stack))
}

const failure = (code: string, message: string, detail?: string): Failure => ({
  code,
  message,
  detail: detail !== undefined && message.includes(detail) ? undefined : detail,
  exit: exits[code] ?? 'failed',
})
