import { CliError } from '../CliError.ts'

/** One option of a command, or one of its words: how it is written, and how its text becomes a value. */
export type Option<Value> = {
  readonly kind: 'flag' | 'value' | 'list'
  /** What stands for the value in the help, such as FILE. */
  readonly placeholder: string
  readonly help: string
  readonly isRequired: boolean
  /** All values that there are, for the help and for completion. */
  readonly choices?: readonly string[]
  /** Under which heading the help lists it. */
  readonly group?: string
  /** `texts`: as given, empty where it was not. `name`: as the sentence about a wrong one calls it. */
  readonly read: (texts: readonly string[], name: string) => Value
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type Values<Given extends Options> = {
  readonly [Key in keyof Given]: Given[Key] extends Option<infer Value> ? Value : never
}

/** Text → value; says in what way a text is none, as the end of a sentence: 'is a whole number above 0'. */
export type Reader<Value> = (text: string) => { value: Value } | { expected: string }

/** `flag('stop after the dry run')` → whether it was given */
export const flag = (help: string, group?: string): Option<boolean> => ({
  kind: 'flag',
  placeholder: '',
  help,
  isRequired: false,
  ...(group === undefined ? {} : { group }),
  read: (texts) => texts.length > 0,
})

/** An option that takes one value; undefined where it was not given. */
export const value = <Value>(
  placeholder: string,
  help: string,
  reader: Reader<Value>,
  more: { group?: string; choices?: readonly string[] } = {},
): Option<Value | undefined> => ({
  kind: 'value',
  placeholder,
  help,
  isRequired: false,
  ...more,
  read: (texts, name) => {
    const text = texts.at(-1)
    return text === undefined ? undefined : readOne(reader, text, name)
  },
})

/** The same, given as often as one likes, or as a comma list. */
export const list = <Value>(one: Option<Value | undefined>): Option<readonly Value[]> => ({
  ...one,
  kind: 'list',
  help: `${one.help}; several with commas`,
  read: (texts, name) =>
    texts
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .flatMap((text) => one.read([text], name) ?? []),
})

/** `required(text('TEXT', …))`: wrong usage where it is not given */
export const required = <Value>(option: Option<Value | undefined>): Option<Value> => ({
  ...option,
  isRequired: true,
  read: (texts, name) => {
    const read = option.read(texts, name)
    if (read === undefined) throw CliError.of('usage', `${name} is missing: ${option.help}.`)
    return read
  },
})

/** What holds where the option is not given. */
export const withDefault = <Value>(option: Option<Value | undefined>, fallback: Value): Option<Value> => ({
  ...option,
  help: `${option.help} (${String(fallback)})`,
  read: (texts, name) => option.read(texts, name) ?? fallback,
})

/** As much of a wrong text as a sentence shows. */
const LONGEST_SHOWN = 80

function readOne<Value>(reader: Reader<Value>, text: string, name: string): Value {
  const read = reader(text)
  if ('value' in read) return read.value
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
  throw CliError.of('usage', `${name} ${read.expected}, not '${shown}'.`)
}
