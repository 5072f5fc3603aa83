// Functions of at most 60 lines and components of at most 100, tests apart.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, findingOf, isTest } from './check.ts'
import type { Check, Fault } from './check.ts'
import { isNode, lineAt, parseSource, walkSource } from './source.ts'
import type { SyntaxNode } from './source.ts'

const limits = { function: 60, component: 100 }
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

const isSource = (file: string): boolean =>
  /^(contracts|protocol|sdk|node|web|cli|testkit|ledgers|rehearsal|tools|e2e|bench)\/.*[.](tsx?|mjs)$/.test(
    file,
  ) &&
  !isTest(file) &&
  !/^contracts\/generated\/|[.]d[.]ts$/.test(file)

export const functions: Check = {
  name: 'functions',
  judge: async (root) => {
    const files = (await filesOf(root)).filter(isSource)
    const faults = await Promise.all(
      files.map(async (file) => {
        const text = await readFile(join(root, file), 'utf8').catch(() => '')
        return longFunctions(file, text)
      }),
    )
    return findingOf(faults.flat())
  },
}

function longFunctions(file: string, text: string): Fault[] {
  const faults: Fault[] = []
  walkSource(parseSource(file, text).program, (node, parents) => {
    if (!FUNCTIONS.includes(node.type)) return
    const name = nameOf(node, parents.at(-1))
    const kind = file.endsWith('.tsx') && /^[A-Z]/.test(name) ? 'component' : 'function'
    const first = lineAt(text, node.start)
    const lines = lineAt(text, node.end) - first + 1
    if (lines > limits[kind])
      faults.push({ rule: 'function-length', file, text: `${first} ${kind} ${name} has ${lines} lines` })
  })
  return faults
}

function nameOf(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  for (const named of [node['id'], parent?.['id'], parent?.['key']])
    if (isNode(named) && typeof named['name'] === 'string') return named['name']
  return '(anonymous)'
}
