// Why a login failed: thrown as a LoginRefusal or by the wallet, shown as a LoginFailure.
import { importWithRetry, withTimeout } from '../lib/importWithRetry.ts'
import type { MessageKey, Messages } from '../messages/Messages.ts'
import { t, tLoose } from '../messages/t.ts'

export type LoginRefusalKey = Extract<keyof Messages['Login'], `error_${string}`>

/** Refuses a user who has the right password; the key is that of the sentence that says why. */
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

/** A failed login as the screen shows it. */
export type LoginFailure = {
  text: string
  cause: string | undefined
  /** The likely reason, and what to do. */
  hint?: string | undefined
  code: string | undefined
}

/** The login's answer to an error: anything but a LoginRefusal happened while the file was being opened. */
export function loginFailure(error: unknown): LoginFailure {
  if (error instanceof LoginRefusal) {
    const source = error.cause === undefined ? undefined : innermost(error.cause)
    const { server } = error.values
    // The server only says that it did not authenticate the request, whatever the reason.
    const isUnknown = source?.code === 'unauthenticated' && server !== undefined
    return {
      text: tLoose(`Login.${error.key}`, error.values),
      cause: source?.text,
      hint: isUnknown ? t('Login.hint_unknown_wallet', { server }) : hintOf(error),
      code: error.key,
    }
  }
  const { text, code } = innermost(error)
  return { text: t('Login.error_not_logged_in'), cause: text, code }
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

type CodedError = { message: string; detail?: unknown; code?: unknown; cause?: unknown }

const isCodedError = (value: unknown): value is CodedError =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/** The error at the bottom of the causes says what was wrong; those above it only what came of that. */
function innermost(error: unknown): { text: string; code: string | undefined } {
  let found: CodedError = isCodedError(error) ? error : { message: String(error) }
  while (isCodedError(found.cause) && 'code' in found.cause) found = found.cause
  const detail = typeof found.detail === 'string' && found.detail !== found.message ? found.detail : undefined
  return {
    text: detail === undefined ? found.message : `${found.message} (${detail})`,
    code: typeof found.code === 'string' ? found.code : undefined,
  }
}

/** Long enough for the largest chunk over a slow connection; `importWithRetry` alone waits without end while offline. */
const IMPORT_TIMEOUT_MS = 20_000

/** Imports a chunk that the login needs, or refuses the login. `importForLogin(() => import('./startSession.ts'))` */
export async function importForLogin<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await withTimeout(IMPORT_TIMEOUT_MS, importWithRetry(load))
  } catch {
    throw new LoginRefusal('error_not_loaded')
  }
}
