import { importWithRetry, withTimeout } from '../lib/importWithRetry.ts'
import type { MessageKey, Messages } from '../messages/Messages.ts'
import { t, tLoose } from '../messages/t.ts'

export type LoginRefusalKey = Extract<keyof Messages['Login'], `error_${string}`>

/** Why someone with the right password is still not let in; its key is that of the sentence that says so. */
export class LoginRefusal extends Error {
  override readonly name = 'LoginRefusal'
  readonly key: LoginRefusalKey
  readonly values: Readonly<Record<string, string>>

  constructor(key: LoginRefusalKey, values: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(key, { cause })
    this.key = key
    this.values = values
  }
}

/** A failed login as the screen says it: which sentence, what lies beneath, what to quote. */
export type LoginFailure = {
  text: string
  cause: string | undefined
  /** What may lie behind it, and what to do. */
  hint?: string | undefined
  code: string | undefined
}

type CodedError = { message: string; detail?: unknown; code?: unknown; cause?: unknown }

const isCodedError = (value: unknown): value is CodedError =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/** Everything that is no refusal by the server happened while the file was being opened. */
export function loginFailure(error: unknown): LoginFailure {
  if (error instanceof LoginRefusal) {
    const text = tLoose(`Login.${error.key}`, error.values)
    const source = error.cause === undefined ? undefined : innermost(error.cause)
    const { server } = error.values
    // The server says no more than that it did not authenticate the request, whatever the reason.
    const isUnknown = source?.code === 'unauthenticated' && server !== undefined
    return {
      text,
      cause: source?.words,
      hint: isUnknown ? t('Login.hint_unknown_wallet', { server }) : hintOf(error),
      code: error.key,
    }
  }
  const { words, code } = innermost(error)
  return { text: t('Login.error_not_logged_in'), cause: words, code }
}

const HINTS: Partial<Record<LoginRefusalKey, MessageKey>> = {
  error_user_not_active: 'Login.hint_user_not_active',
  error_account_locked: 'Login.hint_account_locked',
  error_wallet_expired: 'Login.hint_wallet_expired',
}

function hintOf({ key }: LoginRefusal): string | undefined {
  const hint = HINTS[key]
  return hint && tLoose(hint, {})
}

/** The error at the bottom says what was wrong; those above it only what came of that. */
function innermost(error: unknown): { words: string; code: string | undefined } {
  let found: CodedError = isCodedError(error) ? error : { message: String(error) }
  while (isCodedError(found.cause) && 'code' in found.cause) found = found.cause
  const detail = typeof found.detail === 'string' && found.detail !== found.message ? found.detail : undefined
  return {
    words: detail === undefined ? found.message : `${found.message} (${detail})`,
    code: typeof found.code === 'string' ? found.code : undefined,
  }
}

/** As long as a slow line needs for the largest of them; `fetchPart` alone waits for a lost line without end. */
const LONGEST_MS = 20_000

/** A part of the client that a login cannot do without: `loginPart(() => import('./admit.ts'))`. Says so if it does not come. */
export async function importForLogin<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await withTimeout(LONGEST_MS, importWithRetry(load))
  } catch {
    throw new LoginRefusal('error_not_loaded')
  }
}
