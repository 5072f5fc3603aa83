// Every sentence on a screen, by its key. English is the only language, whatever the browser asks for.
import { readableText } from '@connex/protocol'
import { login } from './en/login.ts'
import type { MessageKey, Messages, ValuesOf } from './Messages.ts'

type Area = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number>>
const messages = new Map<string, Area>(Object.entries(login))

function translate(key: string, values: Values = {}): string {
  const dot = key.indexOf('.')
  const area = messages.get(key.slice(0, dot))
  const name = key.slice(dot + 1)
  // '1 day', '2 days': a key that ends in _one is the singular.
  const message = (values['count'] === 1 ? area?.[`${name}_one`] : undefined) ?? area?.[name] ?? key
  // React escapes what it renders; escaping twice would show it. What others wrote hides nothing in a sentence of ours.
  return message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => readableText(String(values[name] ?? '')))
}

/** `t('Login.error_user_not_active', { status })`; the compiler asks for every placeholder. */
export const t = <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string =>
  translate(key, values[0])

/** The same for a key that is known only at run time. */
export const tLoose = (key: MessageKey, values: Values): string => translate(key, values)

/** Adds a module's messages when it loads. Several modules may share an area. */
export function addMessages(added: { [Area in keyof Messages]?: Partial<Messages[Area]> }): void {
  for (const [area, keys] of Object.entries(added)) messages.set(area, { ...messages.get(area), ...keys })
}
