import type { Command } from '../Command.ts'
import type { Option } from '../Option.ts'
import { commonOptions, optionName } from '../readWords.ts'

export type CompletionWords = {
  /** What may follow the words so far: `'wallet'` → `['create', 'inspect', …]`; options after a whole command. */
  readonly next: ReadonlyMap<string, readonly string[]>
  /** What may follow an option of a command: `'transfer fop --direction'` → `['deliver', 'receive']`. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** What shells offer, from the table of commands. Where a value has no list, the shell offers files. */
export function completionWords(commands: readonly Command[]): CompletionWords {
  const next = new Map<string, string[]>()
  const values = new Map<string, readonly string[]>()
  const offer = (path: string, word: string): void => {
    const words = next.get(path) ?? []
    if (!words.includes(word)) words.push(word)
    next.set(path, words)
  }
  for (const { path, options, words } of commands) {
    const steps = path.split(' ')
    steps.forEach((step, index) => offer(steps.slice(0, index).join(' '), step))
    for (const word of Object.values(words)) for (const one of choicesOf(word)) offer(path, one)
    for (const [key, option] of Object.entries({ ...options, ...commonOptions })) {
      offer(path, optionName(key))
      if (option.kind !== 'flag') values.set(`${path} ${optionName(key)}`, choicesOf(option))
    }
  }
  return { next, values }
}

const choicesOf = ({ choices = [] }: Option<unknown>): readonly string[] => choices
