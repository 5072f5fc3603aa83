import { t, tLoose } from '../../messages/t.ts'
import { LoginRefusal } from './LoginRefusal.ts'

/** A failed login as the screen says it: which sentence, what lies beneath, what to quote. */
export type LoginFailure = { text: string; cause: string | undefined; code: string | undefined }

type Told = { message: string; detail?: unknown; code?: unknown; cause?: unknown }

const isTold = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/** Everything that is no refusal by the server happened while the file was being opened. */
export function loginFailure(error: unknown): LoginFailure {
  if (error instanceof LoginRefusal) {
    const text = tLoose(`Login.${error.key}`, error.values)
    return {
      text,
      cause: error.cause === undefined ? undefined : innermost(error.cause).words,
      code: error.key,
    }
  }
  const { words, code } = innermost(error)
  return { text: t('Login.error_not_logged_in'), cause: words, code }
}

/** The error at the bottom says what was wrong; those above it only what came of that. */
function innermost(error: unknown): { words: string; code: string | undefined } {
  let found: Told = isTold(error) ? error : { message: String(error) }
  while (isTold(found.cause) && 'code' in found.cause) found = found.cause
  const detail = typeof found.detail === 'string' && found.detail !== found.message ? found.detail : undefined
  return {
    words: detail === undefined ? found.message : `${found.message} (${detail})`,
    code: typeof found.code === 'string' ? found.code : undefined,
  }
}
