// Which everyday tests run a file, by the project's imports.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { filesOf, isTest, rooms } from '../checks/check.ts'
import { isNode, parseSource, walkSource } from '../checks/source.ts'
import type { SyntaxNode } from '../checks/source.ts'

/** The files that each file imports, or starts by their URL. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

const isScript = (file: string): boolean =>
  /^(contracts|protocol|sdk|node|web|cli|testkit)\/.*[.]tsx?$/.test(file) && !/[.]d[.]ts$/.test(file)

export async function readImports(root: string): Promise<ImportGraph> {
  const files = (await filesOf(root)).filter((file) => isScript(file) && existsSync(join(root, file)))
  const entries = await packageEntries(root)
  const modules = await Promise.all(files.map(async (file) => [file, await readModule(root, file)] as const))
  const known = new Map(modules)
  const graph = new Map<string, Set<string>>()
  for (const [file, { imports }] of modules) {
    const targets = new Set<string>()
    for (const { from, names } of imports)
      if (from.startsWith('.')) {
        const target = normalize(join(dirname(file), from.replace(/[?].*$/, '')))
        if (known.has(target)) targets.add(target)
      } else if (entries.has(from))
        for (const target of exporters(known, entries.get(from) ?? '', names)) targets.add(target)
    graph.set(file, targets)
  }
  return graph
}

/** The test files that reach a file, the nearest first. */
export function relatedTests(graph: ImportGraph, file: string): string[] {
  const importers = new Map<string, string[]>()
  for (const [from, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), from])
  const reached = new Set([file])
  for (const target of reached)
    for (const from of (importers.get(target) ?? []).toSorted()) if (!isTest(target)) reached.add(from)
  return [...reached].filter((one) => isTest(one) && !/[.]deep[.]/.test(one))
}

type ImportedNames = { from: string; names: readonly string[] | 'all' }
type Module = { imports: ImportedNames[]; exports: Map<string, string> }

async function readModule(root: string, file: string): Promise<Module> {
  const text = await readFile(join(root, file), 'utf8')
  const imports: ImportedNames[] = []
  const exports = new Map<string, string>()
  walkSource(parseSource(file, text).program, (node, parents) => {
    const { value } = node
    if (node.type !== 'Literal' || typeof value !== 'string') return
    const parent = parents.at(-1)
    const isPath = value.startsWith('.') && /[.]tsx?([?].*)?$/.test(value)
    if (!isPath && parent?.['source'] !== node) return
    const names = parent?.['source'] === node ? namesOf(parent) : 'all'
    imports.push({ from: value, names })
    if (parent?.type === 'ExportNamedDeclaration' && names !== 'all')
      for (const name of names) exports.set(name, value)
  })
  return { imports, exports }
}

function namesOf(declaration: SyntaxNode): readonly string[] | 'all' {
  const specifiers = declaration['specifiers']
  if (!Array.isArray(specifiers)) return 'all'
  const named = (specifiers as SyntaxNode[]).map((specifier) => specifier['imported'] ?? specifier['local'])
  return named.every(isNode) ? named.map(({ name }) => String(name)) : 'all'
}

/** The modules behind names of a package: all of them where the package's entry does not say which. */
function exporters(
  known: ReadonlyMap<string, Module>,
  entry: string,
  names: ImportedNames['names'],
): string[] {
  const exports = known.get(entry)?.exports
  if (exports === undefined) return []
  if (names === 'all' || names.some((name) => !exports.has(name))) return [entry]
  return names.map((name) => normalize(join(dirname(entry), exports.get(name) ?? '')))
}

async function packageEntries(root: string): Promise<Map<string, string>> {
  const entries = new Map<string, string>()
  for (const room of rooms) {
    const text = await readFile(join(root, room, 'package.json'), 'utf8').catch(() => '{}')
    const { name, exports = {} } = JSON.parse(text) as { name?: string; exports?: Record<string, unknown> }
    for (const [path, target] of Object.entries(exports))
      if (name !== undefined && typeof target === 'string')
        entries.set(name + path.slice(1), normalize(join(room, target)))
  }
  return entries
}
