import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../run.ts'
import type { Check } from './check.ts'
import { filesOf, rooms } from './check.ts'

type Report = {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: {
    totalDependenciesCruised: number
    violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[]
  }
}

const outside = ['e2e', 'bench', 'testkit', 'tools']
const isSource = /^(?!contracts\/generated\/).*[.]tsx?$/
/** Packages whose folders import each other in one direction only. */
const inOneDirection = /^node\/src\/(?!.*[.]test[.]ts$)/

/**
 * One-way imports, by dependency-cruiser. Without a parser for this TypeScript it would see nothing and be
 * content; so every source file must have been seen, and imports among them.
 */
export const walls: Check = {
  name: 'walls',
  judge: async (root) => {
    const folders = [...rooms, ...outside].filter((folder) => existsSync(join(root, folder)))
    const parameters = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
    const { stdout, stderr } = await run('depcruise', parameters, { cwd: root, limit: 120 })
    const report = parse(stdout)
    if (report === undefined)
      return { ok: false, output: stderr || stdout || 'dependency-cruiser said nothing.' }

    const { violations, totalDependenciesCruised } = report.summary
    const seen = new Set(report.modules.map(({ source }) => source))
    const sources = (await filesOf(root)).filter(
      (file) =>
        isSource.test(file) && folders.includes(file.split('/')[0] ?? '') && existsSync(join(root, file)),
    )
    const unseen = sources.filter((file) => !seen.has(file))
    const problems = [
      ...(seen.size === 0 ? ['no module was read: the walls were not checked'] : []),
      ...(totalDependenciesCruised === 0 ? ['no import was read: the walls were not checked'] : []),
      ...unseen.map((file) => `not read: ${file}`),
      ...violations.map(({ rule, from, to, cycle }) => {
        const way = cycle === undefined ? to : cycle.map(({ name }) => name).join(' → ')
        return `${rule.name}: ${from} → ${way}`
      }),
      ...folderCircles(report.modules).map((folders) => `no-folder-circles: ${folders.join(' → ')}`),
    ]
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
}

/**
 * Circles of folders, each from its first folder back to itself. dependency-cruiser's own rule counts a folder's subfolders and
 * tests as the folder, and sees circles where there are none.
 */
function folderCircles(modules: Report['modules']): string[][] {
  const imports = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules.filter((module) => inOneDirection.test(module.source))) {
    const folder = dirname(source)
    const known = imports.get(folder) ?? new Set()
    for (const { resolved } of dependencies)
      if (inOneDirection.test(resolved) && dirname(resolved) !== folder) known.add(dirname(resolved))
    imports.set(folder, known)
  }
  const circles: string[][] = []
  const visit = (folder: string, path: readonly string[], done: Set<string>): void => {
    if (path.includes(folder)) circles.push([...path.slice(path.indexOf(folder)), folder])
    if (path.includes(folder) || done.has(folder)) return
    done.add(folder)
    for (const next of imports.get(folder) ?? []) visit(next, [...path, folder], done)
  }
  const done = new Set<string>()
  for (const folder of imports.keys()) visit(folder, [], done)
  return circles
}

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
