// The kinds of values that options take, over and over.
import { type Option, type Reader, value } from './Option.ts'

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
