// Small faults that somebody could have written: each changes one place of one file.
import { createHash } from 'node:crypto'
import { isNode, lineAt, parseSource, walkSource } from '../checks/source.ts'
import type { SyntaxNode } from '../checks/source.ts'

export type Operator =
  | 'comparison'
  | 'boolean'
  | 'arithmetic'
  | 'literal'
  | 'removed call'
  | 'removed await'
  | 'removed return'
  | 'negated condition'
  | 'swapped argument'

export type Mutant = {
  /** The same as long as the place and the change are the same. */
  id: string
  file: string
  line: number
  operator: Operator
  start: number
  end: number
  before: string
  after: string
}

type Change = { operator: Operator; node: { start: number; end: number }; after: string }

const SWAPPED: Readonly<Record<string, readonly [Operator, string]>> = {
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '&&': ['boolean', '||'],
  '||': ['boolean', '&&'],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
}

/** Every mutant of a file, in the order of its text. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const changes: Change[] = []
  walkSource(parseSource(file, text).program, (node, parents) => {
    if (
      parents.some(({ type }) => /^TS(?!AsExpression|SatisfiesExpression)|^Import|^Export\w+From/.test(type))
    )
      return
    changes.push(...changesOf(node, parents, text))
  })
  return changes
    .toSorted((a, b) => a.node.start - b.node.start)
    .map(({ operator, node: { start, end }, after }) => {
      const before = text.slice(start, end)
      const id = createHash('sha256').update([file, start, operator, before, after].join('\0')).digest('hex')
      return { id: id.slice(0, 16), file, line: lineAt(text, start), operator, start, end, before, after }
    })
}

export const applyMutant = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end)

function changesOf(node: SyntaxNode, parents: readonly SyntaxNode[], text: string): Change[] {
  const textOf = ({ start, end }: SyntaxNode) => text.slice(start, end)
  const part = (key: string) => node[key] as SyntaxNode
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swappedOperator(node, text)
    case 'UnaryExpression':
      return node['operator'] === '!' ? [{ operator: 'boolean', node, after: textOf(part('argument')) }] : []
    case 'Literal':
      return literalChange(node, parents)
    case 'ExpressionStatement': {
      const expression = part('expression')
      const call = expression.type === 'AwaitExpression' ? (expression['argument'] as SyntaxNode) : expression
      return call.type === 'CallExpression' ? [{ operator: 'removed call', node, after: 'void 0' }] : []
    }
    case 'AwaitExpression':
      return [{ operator: 'removed await', node, after: textOf(part('argument')) }]
    case 'ReturnStatement':
      return isNode(node['argument'])
        ? [{ operator: 'removed return', node, after: 'return undefined as never' }]
        : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return [{ operator: 'negated condition', node: part('test'), after: `!(${textOf(part('test'))})` }]
    case 'CallExpression': {
      const [first, second] = node['arguments'] as SyntaxNode[]
      if (first === undefined || second === undefined || second.type === 'SpreadElement') return []
      const both = { start: first.start, end: second.end }
      const between = text.slice(first.end, second.start)
      return [
        { operator: 'swapped argument', node: both, after: `${textOf(second)}${between}${textOf(first)}` },
      ]
    }
    default:
      return []
  }
}

function swappedOperator(node: SyntaxNode, text: string): Change[] {
  const [left, right] = [node['left'] as SyntaxNode, node['right'] as SyntaxNode]
  const sign = String(node['operator'])
  const [operator, after] = SWAPPED[sign] ?? []
  // Texts are joined by the same sign, and cannot be subtracted.
  const isText = [left, right].some(
    ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
  )
  if (operator === undefined || after === undefined || (sign === '+' && isText)) return []
  const start = left.end + text.slice(left.end, right.start).indexOf(sign)
  return [{ operator, node: { start, end: start + sign.length }, after }]
}

function literalChange(node: SyntaxNode, parents: readonly SyntaxNode[]): Change[] {
  const parent = parents.at(-1)
  const isKey = parent?.['key'] === node && parent['computed'] !== true
  if (isKey || parent?.type === 'JSXAttribute' || 'directive' in (parent ?? {})) return []
  const { value, bigint } = node
  if (typeof value === 'boolean') return [{ operator: 'boolean', node, after: String(!value) }]
  if (typeof bigint === 'string') return [{ operator: 'literal', node, after: `${BigInt(bigint) + 1n}n` }]
  if (typeof value === 'number') return [{ operator: 'literal', node, after: String(value + 1) }]
  if (typeof value === 'string' && value !== '') return [{ operator: 'literal', node, after: "''" }]
  return []
}

/** So many of them, the same ones for the same seed, as evenly over the operators as there are mutants of each. */
export function chooseMutants(mutants: readonly Mutant[], seed: number, count: number): Mutant[] {
  const rank = ({ id }: Mutant) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  const ranked = mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ mutant }) => mutant)
  const queues = [...Map.groupBy(ranked, ({ operator }) => operator)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, queue]) => [...queue])
  const chosen: Mutant[] = []
  while (chosen.length < count && queues.some(({ length }) => length > 0))
    for (const queue of queues) {
      const next = chosen.length < count ? queue.shift() : undefined
      if (next !== undefined) chosen.push(next)
    }
  return chosen
}
