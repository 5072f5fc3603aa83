// What a caller passes to a verb, and what the verb makes of it, before anything is sent.
import { faultsOf } from '@connex/protocol'
import { ClientError } from './errors.ts'

type Schema<Output> = {
  safeParse: (
    value: unknown,
  ) => { success: true; data: Output } | { success: false; error: Parameters<typeof faultsOf>[0] }
}

/**
 * The parsed value. Throws a ClientError `invalidInput` that names each field and its fault.
 *
 * @example parseInput(SaltedText, { salt: freshSalt(), text: '' }) // ClientError: text must not be empty.
 */
export function parseInput<Output>(schema: Schema<Output>, value: unknown): Output {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = faultsOf(parsed.error, value).map(({ path, message }) => `${path || 'It'} ${message}`)
  throw new ClientError('invalidInput', faults.join('; '), parsed.error)
}
