// Values for a JSON schema: mostly valid ones, and among them what nobody should send.
import * as fc from 'fast-check'
import type { Random } from '../random.ts'

export type Schema = { readonly [key: string]: unknown }

/** Ids and addresses that mean something in the test's world; what fits a pattern is taken from here first. */
export type Pool = readonly string[]

export type GenerationContext = { random: Random; pool: Pool; isWild: boolean }

/** Bytes that databases, file systems, markup and other people's parsers take offence at. */
const WILD: readonly unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '%',
  "' OR 1=1 --",
  '_%\\',
  '../../etc/passwd',
  '<script>',
  '1e400',
  '99999999999999999999999999999999999999999999999999999999999999999999999999999999',
  '0x',
  '🙂'.repeat(300),
  'x'.repeat(5_000),
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  null,
  true,
  [],
  {},
  [[[]]],
  { __proto__: null, constructor: 1 },
]

/** `isWild`: some of it is not what the schema wants. */
export function generateValue(schema: Schema, context: GenerationContext): unknown {
  const { random, isWild } = context
  if (isWild && random.chance(0.08)) return random.pick(WILD)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[])
  for (const key of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[key])) return generateValue(random.pick(schema[key] as Schema[]), context)
  if (Array.isArray(schema['allOf']))
    return (schema['allOf'] as Schema[])
      .map((part) => generateValue(part, context))
      .reduce((whole, part) => (isObject(whole) && isObject(part) ? { ...whole, ...part } : part))
  const type = Array.isArray(schema['type']) ? random.pick(schema['type'] as string[]) : schema['type']
  if (type === 'object' || 'properties' in schema) return objectOf(schema, context)
  if (type === 'array') return arrayOf(schema, context)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return numberOf(schema, context)
  if (type === 'string') return textOf(schema, context)
  return random.pick([...context.pool, 'anything', 1, true, null])
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function objectOf(schema: Schema, context: GenerationContext): object {
  const { random, isWild } = context
  const required = (schema['required'] ?? []) as string[]
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const chosen = properties.filter(([name]) =>
    required.includes(name) ? !(isWild && random.chance(0.04)) : random.chance(0.5),
  )
  const value = Object.fromEntries(chosen.map(([name, one]) => [name, generateValue(one, context)]))
  if (isWild && random.chance(0.05)) value['unheardOf'] = random.pick(WILD)
  if (isObject(schema['additionalProperties']) && random.chance(0.5))
    value['another'] = generateValue(schema['additionalProperties'] as Schema, context)
  return value
}

function arrayOf(schema: Schema, context: GenerationContext): unknown[] {
  const { random, isWild } = context
  const least = Number(schema['minItems'] ?? 0)
  const most = Math.min(Number(schema['maxItems'] ?? 4), least + 4)
  const length = isWild && random.chance(0.02) ? 2_000 : least + random.below(most - least + 1)
  return Array.from({ length }, () => generateValue((schema['items'] ?? {}) as Schema, context))
}

function numberOf(schema: Schema, { random }: GenerationContext): number {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0)
  const most = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? 2 ** 31)
  return random.pick([least, most, least + 1, least + random.below(Math.min(most - least, 10_000) + 1)])
}

function textOf(schema: Schema, { random, pool }: GenerationContext): string {
  if (schema['format'] === 'date') return random.pick(['2026-11-23', '2026-11-24', '2027-02-28'])
  const pattern = schema['pattern'] as string | undefined
  if (pattern === undefined) {
    const fits = [...pool, 'Some words', 'x', '12'].filter(
      (text) => text.length >= Number(schema['minLength'] ?? 0),
    )
    const text = random.pick(fits)
    return text.slice(0, Number(schema['maxLength'] ?? text.length))
  }
  const expression = new RegExp(pattern, 'u')
  const known = pool.filter((text) => expression.test(text))
  if (known.length > 0 && random.chance(0.7)) return random.pick(known)
  // What looks ahead only rules a value out, zero for example, and makes no text.
  const making = new RegExp(pattern.replace(/^\^\(\?!.*?\$\)/, '^'), 'u')
  return fc.sample(fc.stringMatching(making), { numRuns: 1, seed: random.below(2 ** 31) })[0] ?? ''
}

/** The value with one of its parts, however deep, replaced or removed. */
export function mutateValue(value: unknown, context: GenerationContext): unknown {
  const { random, pool } = context
  if (!isObject(value) || Object.keys(value).length === 0 || random.chance(0.1))
    return random.pick<unknown>([...WILD, ...pool])
  const key = random.pick(Object.keys(value))
  const { [key]: part, ...others } = value as Record<string, unknown>
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (String(index) === key ? mutateValue(one, context) : one))
  return random.chance(0.1) ? others : { ...others, [key]: mutateValue(part, context) }
}
