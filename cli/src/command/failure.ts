import { ConnexError } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Fault } from '../CliError.ts'

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

/** What the program ends with, for scripts; docs/cli.md has the same table. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  failed: { code: 1, meaning: 'refused or failed: nothing was changed' },
  usage: { code: 2, meaning: 'wrong usage: the words on the command line' },
  unreachable: { code: 3, meaning: 'the server cannot be reached, or did not answer in time' },
  unconfirmed: {
    code: 4,
    meaning: 'signed, and not known to be done yet: do not repeat it, run `connex resume`',
  },
  declined: { code: 5, meaning: 'not agreed to: the answer to the question was no' },
  interrupted: { code: 130, meaning: 'stopped by Ctrl-C' },
} as const

export type ExitName = keyof typeof exitCodes
