import { createHash } from 'node:crypto'

/** One small change of one line: the text before it and the text after it. */
export type Mutant = {
  id: string
  file: string
  line: number
  kind: string
  from: string
  to: string
  start: number
  end: number
}

type Rule = { kind: string; pattern: RegExp; to: (match: RegExpExecArray) => string | undefined }

const swap =
  (pairs: Readonly<Record<string, string>>) =>
  ([match]: RegExpExecArray): string | undefined => {
    const sign = match.trim()
    return pairs[sign] === undefined ? undefined : match.replace(sign, pairs[sign])
  }

const rules: readonly Rule[] = [
  { kind: 'guard', pattern: /\bif \(/g, to: () => undefined },
  {
    kind: 'modifier',
    pattern:
      / (?:only\w*(?:\([\w.]+\))?|nonReentrant|initializer)(?=\s*(?:\{|\b(?:external|public|returns|nonReentrant)\b))/g,
    to: () => '',
  },
  {
    kind: 'demand',
    pattern: /^ {8,}(?:[\w.[\]()]+[.])?_?(?:require|check|demand|only)\w*\([^;{}]*\);/gm,
    to: ([match]) => match.replace(/\S[\s\S]*/, ';').replace(';', ''),
  },
  {
    kind: 'comparison',
    pattern: / (?:==|!=|<=|>=|<|>) /g,
    to: swap({ '==': '!=', '!=': '==', '<': '<=', '<=': '<', '>': '>=', '>=': '>' }),
  },
  { kind: 'logic', pattern: / (?:&&|\|\|) /g, to: swap({ '&&': '||', '||': '&&' }) },
  { kind: 'negation', pattern: /!(?=[\w(])/g, to: () => '' },
  { kind: 'bits', pattern: / (?:&|\||<<|>>) /g, to: swap({ '&': '|', '|': '&', '<<': '>>', '>>': '<<' }) },
  {
    kind: 'sign',
    pattern: / (?:\+=|-=|\+|-|\*|\/|%) /g,
    to: swap({ '+=': '-=', '-=': '+=', '+': '-', '-': '+', '*': '+', '/': '*', '%': '/' }),
  },
  { kind: 'constant', pattern: /\b(?:true|false)\b/g, to: swap({ true: 'false', false: 'true' }) },
  { kind: 'constant', pattern: /(?<=[ (])\d+(?=[;,) ])/g, to: ([match]) => String(Number(match) + 1) },
  { kind: 'deletion', pattern: /\bdelete [^;]+;/g, to: () => '' },
]

/** Every mutant of a file, in the order of its places. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const code = withoutComments(text)
  const found = rules.flatMap(({ kind, pattern, to }) =>
    [...code.matchAll(pattern)].flatMap((match) => {
      if (kind === 'guard') return guardAt(code, match.index)
      const changed = to(match)
      return changed === undefined || isDeclaration(code, match.index)
        ? []
        : [{ kind, start: match.index, end: match.index + match[0].length, to: changed }]
    }),
  )
  const seen = new Map<string, number>()
  return found
    .sort((left, right) => left.start - right.start)
    .map(({ kind, start, end, to }) => {
      const from = text.slice(start, end)
      const line = text.slice(0, start).split('\n').length
      // By what it does and not by where: an id survives a change elsewhere in the file.
      const key = `${file}|${lineAt(text, start)}|${from}|${to}|${start - text.lastIndexOf('\n', start)}`
      const times = seen.get(key) ?? 0
      seen.set(key, times + 1)
      return { id: digest(`${key}|${times}`).slice(0, 10), file, line, kind, from, to, start, end }
    })
}

/** The same order wherever it is made: by a hash, so that a new line leaves the order of the others. */
export const shuffled = (mutants: readonly Mutant[], seed: string): Mutant[] =>
  mutants
    .map((mutant) => ({ mutant, rank: digest(`${seed}|${mutant.id}`) }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ mutant }) => mutant)

export const mutate = ({ start, end, to }: Mutant, text: string): string =>
  text.slice(0, start) + to + text.slice(end)

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const lineAt = (text: string, index: number): string =>
  text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('\n', index)).trim()

/** The condition of an `if` that only reverts or returns, which then never holds. */
function guardAt(code: string, index: number): { kind: string; start: number; end: number; to: string }[] {
  const start = code.indexOf('(', index) + 1
  let depth = 1
  let end = start
  while (depth > 0 && end < code.length) {
    if (code[end] === '(') depth += 1
    if (code[end] === ')') depth -= 1
    end += 1
  }
  const guards = /^\s*\{?\s*(?:revert|return|continue)\b/.test(code.slice(end))
  return guards ? [{ kind: 'guard', start, end: end - 1, to: 'false' }] : []
}

/** Imports, events, errors and the head of the file, whose signs mean nothing. */
const isDeclaration = (code: string, index: number): boolean =>
  /^(?:pragma|import|error|event|using|library|contract|enum|[}{]|\w+,?$)/.test(lineAt(code, index))

/** The text in equal length, with blanks for its comments and strings. */
const withoutComments = (text: string): string =>
  text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"[^"\n]*"/g, (part) => part.replace(/[^\n]/g, ' '))
