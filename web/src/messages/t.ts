// Every sentence that a user reads, by its key. English is the only language, and the fallback of any other.
import i18next from 'i18next'
import { door } from './en/door.ts'
import type { MessageKey, Messages, ValuesOf } from './Messages.ts'

void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: door } },
  // React escapes what it renders; escaping twice would show it.
  interpolation: { escapeValue: false },
})

const translate = (key: string, values: Readonly<Record<string, unknown>> = {}): string =>
  i18next.t(key, values)

/** `t('Login.error_user_not_active', { status })`; the compiler asks for every placeholder. */
export const t = <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string =>
  translate(key, values[0])

/** The same where the key is known only when it runs. */
export const tLoose = (key: MessageKey, values: Readonly<Record<string, string | number>>): string =>
  translate(key, values)

/** Adds what a part of the client says, when that part is loaded. */
export const addMessages = (messages: Partial<Messages>): void => {
  i18next.addResourceBundle('en', 'translation', messages, true)
}
