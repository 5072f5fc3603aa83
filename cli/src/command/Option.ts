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

// The kinds of values that options take, over and over.

type More = { group?: string }

/** A field of the protocol that takes a text, and says by `maximum` where one is too long. */
type TextField = {
  safeParse: (input: string) => {
    error?: { issues: readonly { code: string; maximum?: number | bigint }[] } | undefined
  }
}

/**
 * A text; with `of` one that the server keeps in this field, refused here where it is longer than the field takes.
 *
 * @example
 * text('TEXT', 'what it is called', { of: InstrumentDetails.shape.label })
 */
export const text = (
  placeholder: string,
  help: string,
  { of, ...more }: More & { of?: TextField } = {},
): Option<string | undefined> =>
  value(
    placeholder,
    help,
    (given) => {
      if (given === '') return { expected: 'may not be empty' }
      const tooLong = of?.safeParse(given).error?.issues.find(({ code }) => code === 'too_big')
      if (tooLong?.maximum === undefined) return { value: given }
      return { expected: `takes at most ${tooLong.maximum} characters and was given ${given.length}` }
    },
    more,
  )

/** `choice(['deliver', 'receive'], 'which way')` */
export const choice = <const Name extends string>(
  names: readonly Name[],
  help: string,
  more?: More,
): Option<Name | undefined> => {
  const reader: Reader<Name> = (given) => {
    const found = names.find((name) => name.toLowerCase() === given.toLowerCase())
    return found === undefined ? { expected: `is one of ${names.join(', ')}` } : { value: found }
  }
  return value(names.join('|'), help, reader, { ...more, choices: names })
}

export const whole = (
  placeholder: string,
  help: string,
  { from = 0, to = Number.MAX_SAFE_INTEGER, ...more }: More & { from?: number; to?: number } = {},
): Option<number | undefined> =>
  value(
    placeholder,
    help,
    (given) => {
      const number = Number(given)
      const isInside = /^\d+$/.test(given) && number >= from && number <= to
      return isInside ? { value: number } : { expected: `is a whole number from ${from} to ${to}` }
    },
    more,
  )

/** What a schema of the protocol takes. `scalar(DeliveryId, 'ID', 'the transfer', 'is 0x and 64 digits of hex')` */
export const scalar = <Value>(
  schema: { safeParse: (input: unknown) => { success: true; data: Value } | { success: false } },
  placeholder: string,
  help: string,
  expected: string,
  more?: More,
): Option<Value | undefined> =>
  value(
    placeholder,
    help,
    (given) => {
      const parsed = schema.safeParse(given)
      return parsed.success ? { value: parsed.data } : { expected }
    },
    more,
  )

/** `2026-11-30`, a day that there is. */
export const day = (help: string, more?: More): Option<string | undefined> =>
  value(
    'YYYY-MM-DD',
    help,
    (given) => {
      const time = Date.parse(`${given}T00:00:00Z`)
      const isDay = /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(time)
      return isDay && new Date(time).toISOString().startsWith(given)
        ? { value: given }
        : { expected: 'is a day such as 2026-11-30' }
    },
    more,
  )
