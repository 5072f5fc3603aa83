import type { Messages } from '../../messages/Messages.ts'

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
