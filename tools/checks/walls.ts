import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'
import { filesOf, findingOf, rooms } from './check.ts'
import type { Check, Fault } from './check.ts'
import { folderCircles, ledgerInReads } from './imports.ts'
import type { Import } from './imports.ts'

type Report = {
  modules: { source: string; dependencies: Import[] }[]
  summary: {
    totalDependenciesCruised: number
    violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[]
  }
}

const outside = ['e2e', 'bench', 'ledgers', 'rehearsal', 'testkit', 'tools']
const isSource = /^(?!contracts\/generated\/).*[.]tsx?$/

/**
 * One-way imports, by dependency-cruiser. Without a parser for this TypeScript it would find no fault because it reads
 * nothing; so every source file must have been read, and imports among them.
 */
export const walls: Check = {
  name: 'walls',
  judge: async (root) => {
    const { report, output } = await cruise(root, foldersIn(root))
    if (report === undefined) return { ok: false, output }
    const { violations, totalDependenciesCruised } = report.summary
    const seen = new Set(report.modules.map(({ source }) => source))
    const unseen = (await sourcesIn(root)).filter((file) => !seen.has(file))
    const problems = [
      ...(seen.size === 0 ? ['no module was read: the walls were not checked'] : []),
      ...(totalDependenciesCruised === 0 ? ['no import was read: the walls were not checked'] : []),
      ...unseen.map((file) => `not read: ${file}`),
      ...violations.map(({ rule, from, to, cycle }) => {
        const way = cycle === undefined ? to : cycle.map(({ name }) => name).join(' → ')
        return `${rule.name}: ${from} → ${way}`
      }),
    ]
    const ours = findingOf(importFaults(report))
    return { ok: ours.ok && problems.length === 0, output: [...problems, ours.output].join('\n').trim() }
  },
}

function importFaults({ modules }: Report): Fault[] {
  const imports = new Map(modules.map(({ source, dependencies }) => [source, dependencies] as const))
  return [...folderCircles(imports), ...ledgerInReads(imports)]
}

const foldersIn = (root: string): string[] =>
  [...rooms, ...outside].filter((folder) => existsSync(join(root, folder)))

async function sourcesIn(root: string): Promise<string[]> {
  const folders = foldersIn(root)
  return (await filesOf(root)).filter(
    (file) =>
      isSource.test(file) && folders.includes(file.split('/')[0] ?? '') && existsSync(join(root, file)),
  )
}

/** The imports of these files and folders, and of what they import. `cruise(root, ['node/src/start.ts'])` */
export async function cruise(
  root: string,
  starts: readonly string[],
): Promise<{ report: Report | undefined; output: string }> {
  const parameters = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...starts]
  const { stdout, stderr } = await run('depcruise', parameters, { cwd: root, limit: 120 })
  const output = stderr || stdout || 'dependency-cruiser printed nothing.'
  try {
    return { report: JSON.parse(stdout) as Report, output }
  } catch {
    return { report: undefined, output }
  }
}
