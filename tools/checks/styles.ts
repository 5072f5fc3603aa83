import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Check } from './check.ts'
import { filesOf } from './check.ts'

const TOKENS = 'web/src/theme/tokens.css'

/** The values of each scale, to the letter. A new one is a decision about every screen. */
const scales: Record<string, readonly string[]> = {
  radius: ['8px', '12px', '16px', '22px'],
  type: ['12px', '13.5px', '14px', '16px', '20px', '24px', '44px'],
  weight: ['450', '550', '650'],
}

const allowed: readonly { property: RegExp; value: RegExp }[] = [
  {
    property: /^border(-\w+)*-radius$/,
    value: /^((0|50%|inherit|var\(--radius-\w+\)|calc\(var\(--radius-chip\) \/ 2\))( |$))+$/,
  },
  { property: /^font-size$/, value: /^(0|inherit|var\(--type-\w+\))$/ },
  { property: /^font-weight$/, value: /^(inherit|var\(--weight-\w+\))$/ },
  {
    property: /^font$/,
    value: /^(inherit|var\(--weight-\w+\) var\(--type-\w+\) \/ [\d.]+(px)? var\(--\w+\))$/,
  },
]

/**
 * Radii, type sizes, weights and colors of the client come from its tokens, the tokens keep to their scales, and every class that
 * a component names is in its sheet.
 */
export const styles: Check = {
  name: 'styles',
  judge: async (root) => {
    const files = (await filesOf(root)).filter((file) => /^web\/.*[.](css|tsx)$/.test(file))
    const texts = await Promise.all(
      files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8').catch(() => '') })),
    )
    const sheets = new Map(texts.map(({ file, text }) => [file, text]))
    const problems = texts.flatMap(({ file, text }) => {
      if (file.endsWith('.tsx')) return [...inlineFaults(file, text), ...classFaults(file, text, sheets)]
      return file === TOKENS ? tokenFaults(text) : sheetFaults(file, text)
    })
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
}

function sheetFaults(file: string, text: string): string[] {
  return declarationsOf(text.replaceAll(/@font-face \{[^}]*\}/g, blank)).flatMap(
    ({ line, property, value }) => {
      const rule = allowed.find((one) => one.property.test(property))
      const isLiteral = rule !== undefined && !rule.value.test(value)
      // A mask has shades of opacity, not colors.
      const isColor = !property.startsWith('mask') && /#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(value)
      return isLiteral || isColor ? [`${file}:${line} ${property}: ${value} is not a token`] : []
    },
  )
}

function tokenFaults(text: string): string[] {
  const tokens = declarationsOf(text).flatMap(({ line, property, value }) => {
    const scale = /^--(\w+)-/.exec(property)?.[1] ?? ''
    return scales[scale] === undefined ? [] : [{ line, property, value, scale }]
  })
  const unknown = tokens.filter(({ scale, value }) => !scales[scale]?.includes(value))
  return [
    ...(tokens.length === 0 ? [`${TOKENS} has no radius, type size or weight`] : []),
    ...unknown.map(
      ({ line, property, value, scale }) =>
        `${TOKENS}:${line} ${property}: ${value} is not one of ${scales[scale]?.join(', ')}`,
    ),
  ]
}

const inlineFaults = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      /\b(fontSize|fontWeight|borderRadius)\b/.test(line)
        ? [`${file}:${index + 1} sets its type or radius inline`]
        : [],
    )

/** A class that its sheet lacks is undefined, which neither the compiler nor the browser says. */
const classFaults = (file: string, text: string, sheets: ReadonlyMap<string, string>): string[] =>
  [...text.matchAll(/import (\w+) from '(.+?[.]module[.]css)'/g)].flatMap(([, name = '', path = '']) => {
    const sheet = posix.join(posix.dirname(file), path)
    const known = new Set((sheets.get(sheet) ?? '').match(/(?<=[.])[a-z]\w*/gi))
    const named = new Set(text.match(new RegExp(`(?<=\\b${name}[.])\\w+`, 'g')))
    return [...named].filter((one) => !known.has(one)).map((one) => `${file} .${one} is not in ${sheet}`)
  })

type Declaration = { line: number; property: string; value: string }

/** Declarations with the line on which each begins; comments are ignored. */
function declarationsOf(text: string): Declaration[] {
  const code = text.replaceAll(/\/\*[^]*?\*\//g, blank)
  return [...code.matchAll(/(?<=[{;]\s*)([\w-]+):\s+([^;{}]+);/g)].map((match) => ({
    line: code.slice(0, match.index).split('\n').length,
    property: match[1] ?? '',
    value: (match[2] ?? '').trim().replaceAll(/\s+/g, ' '),
  }))
}

/** Text of the same lines, without its content. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
