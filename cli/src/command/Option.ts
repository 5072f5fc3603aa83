import { CliError } from '../CliError.ts'

/** An option or a positional argument of a command: how it is written, and how its text becomes a value. */
export type Option<Value> = {
  readonly kind: 'flag' | 'value' | 'list'
  /** The value's name in the help, such as FILE. */
  readonly placeholder: string
  readonly help: string
  readonly isRequired: boolean
  /** All possible values, for help and completion. */
  readonly choices?: readonly string[]
  /** Its heading in the help. */
  readonly group?: string
  /** `texts`: as typed, empty if absent. `name`: for the error message. */
  readonly read: (texts: readonly string[], name: string) => Value
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type Values<Declared extends Options> = {
  readonly [Key in keyof Declared]: Declared[Key] extends Option<infer Value> ? Value : never
}

/** Text → value. `expected` completes the error message: 'must be a whole number above 0'. */
export type Reader<Value> = (text: string) => { value: Value } | { expected: string }

/** `flag('stop after the dry run')` → whether it is present */
export const flag = (help: string, group?: string): Option<boolean> => ({
  kind: 'flag',
  placeholder: '',
  help,
  isRequired: false,
  ...(group === undefined ? {} : { group }),
  read: (texts) => texts.length > 0,
})

/** An option that takes one value; undefined if absent. */
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

/** The same, repeated or as a comma-separated list. */
export const list = <Value>(one: Option<Value | undefined>): Option<readonly Value[]> => ({
  ...one,
  kind: 'list',
  help: `${one.help}; repeatable, or separated by commas`,
  read: (texts, name) =>
    texts
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .flatMap((text) => one.read([text], name) ?? []),
})

/** The same, repeated alone: its values may contain commas. */
export const repeated = <Value>(one: Option<Value | undefined>): Option<readonly Value[]> => ({
  ...one,
  kind: 'list',
  help: `${one.help}; repeatable`,
  read: (texts, name) => texts.flatMap((text) => one.read([text], name) ?? []),
})

/** A usage error where nothing is named. `atLeastOne(repeated(…))` */
export const atLeastOne = <Value>(option: Option<readonly Value[]>): Option<readonly Value[]> => ({
  ...option,
  isRequired: true,
  read: (texts, name) => {
    const read = option.read(texts, name)
    if (read.length === 0) throw CliError.of('usage', `${name} is missing: ${option.help}.`)
    return read
  },
})

/** `required(text('TEXT', …))`: a usage error if absent */
export const required = <Value>(option: Option<Value | undefined>): Option<Value> => ({
  ...option,
  isRequired: true,
  read: (texts, name) => {
    const read = option.read(texts, name)
    if (read === undefined) throw CliError.of('usage', `${name} is missing: ${option.help}.`)
    return read
  },
})

/** With a value for when the option is absent. */
export const withDefault = <Value>(option: Option<Value | undefined>, fallback: Value): Option<Value> => ({
  ...option,
  help: fallback === '' ? option.help : `${option.help} (default ${String(fallback)})`,
  read: (texts, name) => option.read(texts, name) ?? fallback,
})

/** A longer value is cut in the error message. */
const LONGEST_SHOWN = 80

function readOne<Value>(reader: Reader<Value>, text: string, name: string): Value {
  const read = reader(text)
  if ('value' in read) return read.value
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
  throw CliError.of('usage', `${name} ${read.expected}, not '${shown}'.`)
}

type More = { group?: string }

/** Ends the error message about an id that is malformed. */
export const HEX_ID = 'must be 0x followed by 64 hex digits'
/** Ends the error message about an account number that is malformed. */
export const ACCOUNT_NUMBER = 'must be an account number above 0'

/** A text field of the protocol; its `maximum` is the longest text that it takes. */
type TextField = {
  safeParse: (input: string) => {
    error?: { issues: readonly { code: string; maximum?: number | bigint }[] } | undefined
  }
}

/**
 * A text. `of` is the field that the server stores it in: a longer text is refused here.
 *
 * @example
 * text('TEXT', 'its name', { of: InstrumentDetails.shape.label })
 */
export const text = (
  placeholder: string,
  help: string,
  { of, ...more }: More & { of?: TextField } = {},
): Option<string | undefined> =>
  value(
    placeholder,
    help,
    (typed) => {
      if (typed === '') return { expected: 'must not be empty' }
      const tooLong = of?.safeParse(typed).error?.issues.find(({ code }) => code === 'too_big')
      if (tooLong?.maximum === undefined) return { value: typed }
      return { expected: `must have at most ${tooLong.maximum} characters; this has ${typed.length}` }
    },
    more,
  )

/** What tables show in place of each name. */
export type Labels<Name extends string = string> = Readonly<Record<Name, string>>

/** 'Sec. Lend', 'sec-lend' and 'SEC_LEND' have the same letters. */
const lettersOf = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The name that somebody typed, or whose label: `findName({ SETTLED: 'Done' }, 'done')` → 'SETTLED' */
export const findName = (labels: Labels, typed: string): string | undefined =>
  Object.keys(labels).find((name) =>
    [name, labels[name] ?? ''].some((text) => lettersOf(text) === lettersOf(typed)),
  )

/** Every name, with its label where that has other letters: 'PENDING (Your turn), CANCELED' */
export const labeledNames = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, label]) => (lettersOf(name) === lettersOf(label) ? name : `${name} (${label})`))
    .join(', ')

/** `choice(['deliver', 'receive'], 'which way')` */
export const choice = <const Name extends string>(
  names: readonly Name[],
  help: string,
  more?: More,
): Option<Name | undefined> => {
  const reader: Reader<Name> = (typed) => {
    const found = names.find((name) => name.toLowerCase() === typed.toLowerCase())
    return found === undefined ? { expected: `must be one of ${names.join(', ')}` } : { value: found }
  }
  return value(names.join('|'), help, reader, { ...more, choices: names })
}

/**
 * A choice by name or by what tables show.
 *
 * @example
 * labeledChoice(TransferState.options, stateTexts, 'only in this state') // --state "Counterparty's turn"
 */
export const labeledChoice = <const Name extends string>(
  names: readonly Name[],
  labels: Labels<Name>,
  help: string,
): Option<Name | undefined> => {
  const all = labeledNames(labels)
  const reader: Reader<Name> = (typed) => {
    const found = names.find((name) => name === findName(labels, typed))
    return found === undefined ? { expected: `must be one of ${all}` } : { value: found }
  }
  const also =
    all === names.join(', ')
      ? ''
      : `; the names that tables show work too: ${Object.values(labels).join(', ')}`
  return value(names.join('|'), `${help}${also}`, reader, { choices: names })
}

export const whole = (
  placeholder: string,
  help: string,
  { from = 0, to = Number.MAX_SAFE_INTEGER, ...more }: More & { from?: number; to?: number } = {},
): Option<number | undefined> =>
  value(
    placeholder,
    help,
    (typed) => {
      const number = Number(typed)
      const isInside = /^\d+$/.test(typed) && number >= from && number <= to
      return isInside ? { value: number } : { expected: `must be a whole number from ${from} to ${to}` }
    },
    more,
  )

/** An amount of the ledger's coin, which may be beyond what a number holds. `wei('the new limit')` */
export const wei = (help: string): Option<bigint | undefined> =>
  value('WEI', help, (typed) =>
    /^\d{1,77}$/.test(typed) ? { value: BigInt(typed) } : { expected: 'must be a whole number of wei' },
  )

const LATEST_SECOND = 1_000_000_000_000

/** A time in seconds since 1970: a UTC day, a time with its zone, or the seconds. `time('lock until this time')` */
export const time = (help: string, more?: More): Option<number | undefined> =>
  value(
    'TIME',
    help,
    (typed) => {
      const isSeconds = /^\d{1,13}$/.test(typed)
      const seconds = isSeconds ? Number(typed) : secondsOf(typed)
      return seconds !== undefined && seconds <= LATEST_SECOND
        ? { value: seconds }
        : { expected: 'must be a day or a time such as 2026-12-01 or 2026-12-01T08:00:00Z' }
    },
    more,
  )

function secondsOf(typed: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(typed)) return undefined
  const day = typed.slice(0, 10)
  const isDay = new Date(Date.parse(`${day}T00:00:00Z`) || 0).toISOString().startsWith(day)
  const milliseconds = Date.parse(typed)
  return isDay && milliseconds >= 0 ? Math.floor(milliseconds / 1000) : undefined
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** A length of time in seconds: `10m`. `duration('wait at most this long')` */
export const duration = (help: string): Option<number | undefined> =>
  value('DURATION', help, (typed) => {
    const [, number, unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(typed) ?? []
    const seconds = UNITS[unit]
    return number === undefined || seconds === undefined
      ? { expected: 'must be a length of time such as 90s, 10m or 2h' }
      : { value: Number(number) * seconds }
  })

/** A value of a protocol schema. `scalar(DeliveryId, 'ID', 'the transfer', HEX_ID)` */
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
    (typed) => {
      const parsed = schema.safeParse(typed)
      return parsed.success ? { value: parsed.data } : { expected }
    },
    more,
  )

/** A calendar day: `2026-11-30`. */
export const day = (help: string, more?: More): Option<string | undefined> =>
  value(
    'YYYY-MM-DD',
    help,
    (typed) => {
      const time = Date.parse(`${typed}T00:00:00Z`)
      const isDay = /^\d{4}-\d\d-\d\d$/.test(typed) && !Number.isNaN(time)
      return isDay && new Date(time).toISOString().startsWith(typed)
        ? { value: typed }
        : { expected: 'must be a day such as 2026-11-30' }
    },
    more,
  )
