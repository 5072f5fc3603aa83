// The project's TypeScript as a syntax tree, for the checks and the mutants.
import { parseSync } from 'oxc-parser'

/** A node of the tree, by ESTree's names; `start` and `end` count UTF-16 units. */
export type SyntaxNode = { type: string; start: number; end: number; readonly [key: string]: unknown }
export type SourceComment = { value: string; start: number }
export type Source = { program: SyntaxNode; comments: readonly SourceComment[] }

export function parseSource(file: string, text: string): Source {
  const { program, comments, errors } = parseSync(file, text)
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`)
  return { program: program as unknown as SyntaxNode, comments }
}

/** Each node, parents before their parts. `visit` gets the parents, the nearest last. */
export function walkSource(
  root: SyntaxNode,
  visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void,
): void {
  const parents: SyntaxNode[] = []
  const walk = (node: SyntaxNode): void => {
    visit(node, parents)
    parents.push(node)
    for (const value of Object.values(node))
      for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(part)) walk(part)
    parents.pop()
  }
  walk(root)
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length
